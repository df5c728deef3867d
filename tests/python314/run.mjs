// Runs tests/python314/games.py on the Python of the pyodide package: node run.mjs PYODIDE REPOSITORY
import { pathToFileURL } from "node:url";
const [pyodide, repository] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: pyodide });
python.mountNodeFS("/repository", repository);
python.runPython(`
import json, sys
sys.path.insert(0, "/repository")
sys.dont_write_bytecode = True
from tests.python314 import games
print(json.dumps({"version": sys.version_info[:2], "games": games.every_game()}))
`);
