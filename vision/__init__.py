"""Frame in, ranked readings out; the only importer of OpenCV.

Linear algebra runs on one thread unless the environment says otherwise: on matrices as small as ours several threads
mostly wait for each other (two took twice the time and three times the processor), and the screen draws meanwhile.
numpy reads these variables once, when it is first imported.
"""

import os

for _threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")
