from tableside.app import run

run()
