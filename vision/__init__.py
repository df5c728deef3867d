"""Frame in, ranked readings out; the only importer of OpenCV."""
