"""Rounded solids on a table, seen by a camera: rays against boxes, lit, with soft shadows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

MAX_RAYS_SIDE = 150
Cast = tuple[NDArray[Any], NDArray[Any], tuple[int, int]]
"""Colour (0..1), coverage and top-left pixel of a thing as seen."""


@dataclass
class Camera:
    """A pinhole camera over the table plane z = 0; x to the right, y away, z up."""

    width: int
    height: int
    focal: float
    position: NDArray[Any]
    turn: NDArray[Any]  # rows: camera x, y (down), z (forward) in the world

    @staticmethod
    def looking(
        width: int,
        height: int,
        focal: float,
        target: NDArray[Any],
        distance: float,
        elevation: float,
        azimuth: float,
        roll: float,
    ) -> Camera:
        e, a = np.deg2rad(elevation), np.deg2rad(azimuth)
        back = np.array([np.cos(e) * np.sin(a), -np.cos(e) * np.cos(a), np.sin(e)])
        position = target + back * distance
        forward = -back
        right = np.array([np.cos(a), np.sin(a), 0.0])
        down = np.cross(forward, right)
        c, s = np.cos(np.deg2rad(roll)), np.sin(np.deg2rad(roll))
        turn = np.stack([c * right + s * down, -s * right + c * down, forward])
        return Camera(width, height, focal, position, turn)

    @property
    def matrix(self) -> NDArray[Any]:
        return np.array([[self.focal, 0, self.width / 2], [0, self.focal, self.height / 2], [0, 0, 1.0]])

    def project(self, points: NDArray[Any]) -> NDArray[Any]:
        p: NDArray[Any] = (np.atleast_2d(points) - self.position) @ self.turn.T
        z = np.maximum(p[:, 2:], 1e-3)
        on_photo: NDArray[Any] = p[:, :2] / z * self.focal + [self.width / 2, self.height / 2]
        return on_photo

    def plane(self) -> NDArray[Any]:
        """Homography from table coordinates (z = 0) to pixels."""
        plane: NDArray[Any] = self.matrix @ np.column_stack(
            [self.turn[:, 0], self.turn[:, 1], -self.turn @ self.position]
        )
        return plane

    def on_table(self, pixels: NDArray[Any]) -> NDArray[Any]:
        p = (
            np.column_stack([np.atleast_2d(pixels), np.ones(len(np.atleast_2d(pixels)))])
            @ np.linalg.inv(self.plane()).T
        )
        found: NDArray[Any] = p[:, :2] / p[:, 2:]
        return found


@dataclass
class Material:
    body: NDArray[Any]
    ink: NDArray[Any]  # one colour per face, 6 x 3
    mask: NDArray[Any]  # 6 faces of T x T, coverage of ink 0..1
    shine: float = 0.3
    gloss: float = 40.0
    dent: float = 0.5
    marble: NDArray[Any] | None = None  # 6 x T x T x 3, added to the body
    clear: float = 0.0  # translucency
    pips: bool = True


@dataclass
class Solid:
    """A rounded box: half sizes, edge radius, optional ball that cuts the corners."""

    centre: NDArray[Any]
    turn: NDArray[Any]  # columns: local axes in the world
    half: NDArray[Any]
    radius: float
    ball: float | None
    material: Material
    corners: NDArray[Any] = field(init=False)

    def __post_init__(self) -> None:
        s = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], float)
        self.corners = self.centre + (s * self.half) @ self.turn.T


@dataclass
class Light:
    direction: NDArray[Any]  # to the light
    colour: NDArray[Any]
    ambient: NDArray[Any]
    fill: NDArray[Any]
    window: NDArray[Any]  # direction reflected as glare
    soft: float


def cast(camera: Camera, solid: Solid, light: Light, samples: float = 2.0) -> Cast | None:
    """Colour (0..1), coverage and top-left pixel of the solid as seen, or None outside the picture."""
    pix = camera.project(solid.corners)
    x0, y0 = np.floor(pix.min(0)).astype(int) - 1
    x1, y1 = np.ceil(pix.max(0)).astype(int) + 2
    if x1 <= 0 or y1 <= 0 or x0 >= camera.width or y0 >= camera.height or max(x1 - x0, y1 - y0) > 1500:
        return None
    w, h = x1 - x0, y1 - y0
    ss = min(samples, MAX_RAYS_SIDE / max(w, h))
    gw, gh = max(2, round(w * ss)), max(2, round(h * ss))
    u = x0 + (np.arange(gw) + 0.5) * w / gw
    v = y0 + (np.arange(gh) + 0.5) * h / gh
    gu, gv = np.meshgrid(u, v)
    rays = np.stack(
        [(gu - camera.width / 2) / camera.focal, (gv - camera.height / 2) / camera.focal, np.ones_like(gu)], -1
    )
    rays = rays.reshape(-1, 3) @ camera.turn
    d = (rays @ solid.turn).astype(np.float32)
    d /= np.linalg.norm(d, axis=1, keepdims=True)
    o = ((camera.position - solid.centre) @ solid.turn).astype(np.float32)
    half = solid.half.astype(np.float32)
    with np.errstate(divide="ignore", invalid="ignore"):
        inv = 1.0 / np.where(np.abs(d) < 1e-6, 1e-6, d)
    ta, tb = (-half - o) * inv, (half - o) * inv
    near = np.minimum(ta, tb).max(1)
    far = np.maximum(ta, tb).min(1)
    idx = np.flatnonzero(near < far)
    if idx.size == 0:
        return None
    d, t, far = d[idx], near[idx], far[idx]
    inner = half - solid.radius
    for _ in range(7):
        p = o + t[:, None] * d
        q = np.abs(p) - inner
        qp = np.maximum(q, 0)
        dist = np.sqrt((qp * qp).sum(1)) + np.minimum(q.max(1), 0) - solid.radius
        if solid.ball:
            dist = np.maximum(dist, np.sqrt((p * p).sum(1)) - solid.ball)
        t = t + dist
    hit = (np.abs(dist) < 0.03 * half.max()) & (t < far + 1e-3)
    idx, p, q, d = idx[hit], p[hit], q[hit], d[hit]
    if idx.size == 0:
        return None
    n = np.sign(p) * np.maximum(q, 1e-4)
    n /= np.linalg.norm(n, axis=1, keepdims=True)
    if solid.ball:
        on_ball = np.sqrt((p * p).sum(1)) > solid.ball - 0.015
        n[on_ball] = p[on_ball] / np.linalg.norm(p[on_ball], axis=1, keepdims=True)
    colour = _shade(solid, light, p / half, n, d)
    out = np.zeros((gh * gw, 3), np.float32)
    cov = np.zeros(gh * gw, np.float32)
    out[idx], cov[idx] = colour, 1.0
    out, cov = out.reshape(gh, gw, 3), cov.reshape(gh, gw)
    mode = cv2.INTER_AREA if ss > 1 else cv2.INTER_LINEAR
    out = cv2.resize(out, (w, h), interpolation=mode)
    cov = cv2.resize(cov, (w, h), interpolation=mode)
    return out, cov, (x0, y0)


def _shade(solid: Solid, light: Light, p: NDArray[Any], n: NDArray[Any], d: NDArray[Any]) -> NDArray[Any]:
    m = solid.material
    axis = np.abs(p).argmax(1)
    rows = np.arange(len(p))
    positive = p[rows, axis] > 0
    face = axis * 2 + positive
    ua, va = (axis + 1) % 3, (axis + 2) % 3
    side = m.mask.shape[1]
    fu = np.clip((p[rows, ua] * 0.5 + 0.5) * side, 0, side - 1.01)
    fv = np.clip((p[rows, va] * 0.5 + 0.5) * side, 0, side - 1.01)
    atlas = m.mask.reshape(-1, side)
    ink = cv2.remap(
        atlas, fu.astype(np.float32)[:, None], (fv + face * side).astype(np.float32)[:, None], cv2.INTER_LINEAR
    )[:, 0]
    if m.dent:
        soft = cv2.GaussianBlur(atlas, (0, 0), side / 32)
        gx = cv2.Sobel(soft, cv2.CV_32F, 1, 0)
        gy = cv2.Sobel(soft, cv2.CV_32F, 0, 1)
        iu, iv = fu.astype(int), (fv + face * side).astype(int)
        n = n.copy()
        n[rows, ua] += m.dent * gx[iv, iu]
        n[rows, va] += m.dent * gy[iv, iu]
        n /= np.linalg.norm(n, axis=1, keepdims=True)
    body = np.broadcast_to(m.body, (len(p), 3)).astype(np.float32)
    if m.marble is not None:
        mside = m.marble.shape[1]
        body = body + m.marble[face, (fv * mside / side).astype(int), (fu * mside / side).astype(int)]
    albedo = body * (1 - ink[:, None]) + m.ink[face] * ink[:, None]
    nw = n @ solid.turn.T
    lam = np.maximum(nw @ light.direction, 0)[:, None]
    up = (0.5 + 0.5 * nw[:, 2])[:, None]
    height = np.clip((solid.turn @ (p * solid.half).T).T[:, 2] / solid.half.max() * 0.5 + 0.5, 0, 1)[:, None]
    diffuse = light.ambient * (0.55 + 0.45 * up) * (0.6 + 0.4 * height) + light.colour * lam + light.fill * (1 - up)
    if m.clear:
        diffuse = diffuse * (1 - m.clear * 0.5) + m.clear * 0.5 * (0.4 + 0.8 * height)
    out = albedo * diffuse
    dw = d @ solid.turn.T
    refl = dw - 2 * (dw * nw).sum(1, keepdims=True) * nw
    spec = np.maximum(refl @ light.direction, 0) ** m.gloss + 0.7 * np.maximum(refl @ light.window, 0) ** (
        m.gloss * 0.5
    )
    fresnel = 0.3 + 0.7 * (1 - np.clip(-(dw * nw).sum(1), 0, 1)) ** 3
    out = out + (m.shine * spec + 0.12 * m.shine * fresnel)[:, None] * light.colour.max()
    lit: NDArray[Any] = np.clip(out, 0, 1.6).astype(np.float32)
    return lit


def shade_ground(camera: Camera, solid: Solid, light: Light, darkness: float, image: NDArray[Any]) -> None:
    """Lay the solid's soft shadow and its contact shadow on the picture, in place."""
    lx, ly, lz = light.direction
    ground = solid.corners[:, :2] - solid.corners[:, 2:] * np.array([[lx, ly]]) / max(lz, 0.25)
    foot = np.vstack([ground, solid.corners[:, :2]])
    pix = camera.project(np.column_stack([foot, np.zeros(len(foot))]))
    size = float(np.ptp(camera.project(solid.corners), axis=0).max())
    hull = cv2.convexHull(pix.astype(np.float32))
    _darken(image, hull, darkness, max(0.8, light.soft * size))
    base = solid.centre[:2] + (solid.corners[:, :2] - solid.centre[:2]) * 1.06
    contact = cv2.convexHull(camera.project(np.column_stack([base, np.zeros(len(base))])).astype(np.float32))
    _darken(image, contact, 0.45, max(0.6, 0.06 * size))


def _darken(image: NDArray[Any], hull: NDArray[Any], darkness: float, sigma: float) -> None:
    pad = int(3 * sigma) + 2
    x, y, w, h = cv2.boundingRect(hull)
    x0, y0 = max(0, x - pad), max(0, y - pad)
    x1, y1 = min(image.shape[1], x + w + pad), min(image.shape[0], y + h + pad)
    if x1 - x0 < 2 or y1 - y0 < 2 or max(w, h) > 3000:
        return
    mask: Any = np.zeros((y1 - y0, x1 - x0), np.float32)
    cv2.fillConvexPoly(mask, ((hull[:, 0] - [x0, y0]) * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    mask = cv2.GaussianBlur(mask, (0, 0), sigma)
    image[y0:y1, x0:x1] *= 1 - darkness * mask[..., None]


def paint(image: NDArray[Any], layer: Cast) -> None:
    """Lay a cast solid over the picture, in place."""
    colour, cover, (x, y) = layer
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(image.shape[1], x + cover.shape[1]), min(image.shape[0], y + cover.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    c = colour[y0 - y : y1 - y, x0 - x : x1 - x]
    a = cover[y0 - y : y1 - y, x0 - x : x1 - x, None]
    image[y0:y1, x0:x1] = image[y0:y1, x0:x1] * (1 - a) + c  # colour is already weighted by coverage


def yaw(angle: float) -> NDArray[Any]:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def about(axis: NDArray[Any], angle: float) -> NDArray[Any]:
    """Turn about an axis."""
    turn: NDArray[Any] = cv2.Rodrigues(np.asarray(axis, float) / np.linalg.norm(axis) * angle)[0]
    return turn
