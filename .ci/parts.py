"""What this Python has installed, into a folder: sbom.cdx.json (CycloneDX) and LICENCES.txt, the licences in full.

    python .ci/parts.py FOLDER

Run by the Python of an environment into which only the wheel was installed, it is the list of a release's parts:
libraries, and of our own files what is no source: networks, calibrations and pictures, each with its fingerprint.
"""

import hashlib
import json
import re
import sys
from importlib.metadata import Distribution, distributions
from pathlib import Path

TOOLS = {"pip", "setuptools"}
"""What an empty environment has."""
OURS = "tableside"
NETWORKS, PICTURES = (".onnx", ".npz"), (".png", ".jpg")
APACHE = {"vision/weights/text_lines.onnx", "vision/weights/titles.onnx"}
"""Networks of others (vision/weights/README.md); every other file of ours is under the licence of the project."""
LICENCE = re.compile(r"(licen[cs]e|copying|notice)", re.IGNORECASE)


def name_of(part: Distribution) -> str:
    """The name an index knows it by."""
    return re.sub(r"[-_.]+", "-", part.metadata["Name"]).lower()


def licence_of(part: Distribution) -> str:
    """The licence it names, in as few words as it does."""
    told = part.metadata
    classes = [one.rpartition(" :: ")[2] for one in told.get_all("Classifier", []) if one.startswith("License ::")]
    # Some put the whole text there.
    short = (told["License"] or "").strip().partition("\n")[0]
    return str(told["License-Expression"] or " AND ".join(classes) or short)


def texts_of(part: Distribution) -> list[str]:
    """Its licences in full."""
    files = [file for file in part.files or () if ".dist-info" in file.parts[0] and LICENCE.search(file.name)]
    return [file.read_text(encoding="utf-8") for file in files if Path(str(file.locate())).is_file()]


def files_of(part: Distribution) -> list[dict[str, object]]:
    """What it brings besides source, as parts of their own."""
    files = [file for file in part.files or () if file.suffix in NETWORKS + PICTURES]
    return [
        {
            "type": "machine-learning-model" if file.suffix in NETWORKS else "file",
            "bom-ref": f"file:{file}",
            "name": str(file),
            "version": part.version,
            "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(file.read_binary()).hexdigest()}],
            "licenses": [{"license": {"id": "Apache-2.0" if str(file) in APACHE else "MIT"}}],
        }
        for file in sorted(files)
    ]


def main(folder: Path) -> None:
    found: dict[str, Distribution] = {}
    for part in distributions():
        found.setdefault(name_of(part), part)
    parts = [part for name, part in sorted(found.items()) if name not in TOOLS]
    components: list[dict[str, object]] = [
        {
            "type": "library",
            "bom-ref": f"pkg:pypi/{name_of(part)}@{part.version}",
            "name": name_of(part),
            "version": part.version,
            "purl": f"pkg:pypi/{name_of(part)}@{part.version}",
            "licenses": [{"license": {"name": licence_of(part)}}],
        }
        for part in parts
    ]
    components += files_of(found[OURS])
    listed = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": components}
    (folder / "sbom.cdx.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    told = ["\n".join((f"{name_of(part)} {part.version}: {licence_of(part)}", *texts_of(part))) for part in parts]
    (folder / "LICENCES.txt").write_text("\n\n".join(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
