"""Draws solids as shaded pictures: parallel projection and a z-buffer in numpy, no graphics driver needed."""

from pathlib import Path

import numpy as np
from PIL import Image

LIGHT = (0.25, 0.45, 0.86)
"""Direction to the light as seen by the eye: right, up, towards the eye."""
OVERSAMPLING = 2
PALE = 0.55
"""How much light reaches a face that is turned away from it."""


def _triangles(part, tolerance):
    points, faces = part.tessellate(tolerance)
    return np.array([tuple(p) for p in points])[np.array(faces)]


def _axes(eye, up):
    """Unit vectors right, up and towards the eye, as rows."""
    toward = np.array(eye, float) / np.linalg.norm(eye)
    right = np.cross(up, toward)
    right /= np.linalg.norm(right)
    return np.array([right, np.cross(toward, right), toward])


def picture(bodies, eye, path: Path, width: int = 1100, up=(0, 0, 1), tolerance: float = 0.2):
    """Draw ``bodies``, pairs of a solid and its colour (red, green, blue), seen from the direction ``eye``, as PNG.

    ``width`` in pixels; the height follows from what is seen.
    """
    axes = _axes(eye, up)
    meshes = [(_triangles(part, tolerance) @ axes.T, np.array(color)) for part, color in bodies]
    low = np.min([mesh.min(axis=(0, 1)) for mesh, _ in meshes], axis=0)
    high = np.max([mesh.max(axis=(0, 1)) for mesh, _ in meshes], axis=0)
    pixels = width * OVERSAMPLING
    scale = pixels * 0.96 / (high[0] - low[0])
    rows = int((high[1] - low[1]) * scale + pixels * 0.04)
    depth = np.full((rows, pixels), -np.inf)
    image = np.full((rows, pixels, 3), 255.0)
    light = np.array(LIGHT) / np.linalg.norm(LIGHT)
    for mesh, color in meshes:
        screen = np.empty_like(mesh)
        screen[..., 0] = (mesh[..., 0] - low[0]) * scale + pixels * 0.02
        screen[..., 1] = (high[1] - mesh[..., 1]) * scale + pixels * 0.02
        screen[..., 2] = mesh[..., 2]
        normals = np.cross(mesh[:, 1] - mesh[:, 0], mesh[:, 2] - mesh[:, 0])
        lengths = np.linalg.norm(normals, axis=1)
        for corners, normal, length in zip(screen, normals, lengths, strict=True):
            if length < 1e-9 or normal[2] <= 0:
                continue
            shade = PALE + (1 - PALE) * max(0.0, float(normal @ light) / length)
            _fill(corners, 255 * color * shade, depth, image)
    size = (width, rows // OVERSAMPLING)
    Image.fromarray(image.astype(np.uint8)).resize(size, Image.LANCZOS).quantize(200).save(path, optimize=True)


def _fill(corners, color, depth, image):
    """One triangle into the z-buffer."""
    rows, columns = depth.shape
    x0, y0 = np.maximum(np.floor(corners[:, :2].min(axis=0)).astype(int), 0)
    x1 = min(int(corners[:, 0].max()) + 1, columns - 1)
    y1 = min(int(corners[:, 1].max()) + 1, rows - 1)
    if x1 < x0 or y1 < y0:
        return
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if abs(area) < 1e-9:
        return
    x, y = np.arange(x0, x1 + 1) + 0.5, (np.arange(y0, y1 + 1) + 0.5)[:, None]
    v = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
    w = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
    inside = (v >= 0) & (w >= 0) & (v + w <= 1)
    z = az + v * (bz - az) + w * (cz - az)
    window = depth[y0 : y1 + 1, x0 : x1 + 1]
    seen = inside & (z > window)
    window[seen] = z[seen]
    image[y0 : y1 + 1, x0 : x1 + 1][seen] = color
