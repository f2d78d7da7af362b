"""Pictures from elsewhere: opened, or refused in one sentence."""

from __future__ import annotations

import os
import random
import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image, ImageDraw, PngImagePlugin

from woozle.players.pictures import image_files
from woozle.players.pictures.image_files import (
    LONGEST_SIDE,
    PictureError,
    decode_image,
    is_bare,
    open_picture,
    plain_png,
    take_picture,
)


def scene(width=120, height=80, mode="RGB"):
    """Red in the corner at the upper left, and blue."""
    image = Image.new("RGB", (width, height), "blue")
    ImageDraw.Draw(image).rectangle((0, 0, width // 4, height // 4), "red")
    return image.convert(mode)


def file(image, kind="PNG", **how):
    data = BytesIO()
    image.save(data, kind, **how)
    return data.getvalue()


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, *, depth=8, colours=2, rows=b""):
    header = struct.pack(">IIBBBBB", width, height, depth, colours, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def frames(kind):
    return file(scene(), kind, save_all=True, append_images=[scene().rotate(180)], duration=100)


def text_bomb():
    texts = PngImagePlugin.PngInfo()
    texts.add_text("comment", "x" * 3_000_000, zip=True)
    return file(scene(), "PNG", pnginfo=texts)


def with_exif(turn):
    exif = Image.Exif()
    exif[0x0112] = turn
    exif[0x010E] = "taken by somebody"
    return file(scene(), "JPEG", exif=exif.tobytes(), quality=95)


SOUND = file(scene())
HOSTILE = {
    "a text": (b"Dear diary, today I saw", "is no picture that can be read; save it as PNG, JPEG or WebP."),
    "nothing": (b"", "is empty; get it once more."),
    "a beginning": (SOUND[:20], "is damaged"),
    "cut in the middle": (file(scene(300, 300), "JPEG")[:1500], "is damaged or cut short; get it once more."),
    "cut png": (file(Image.effect_noise((200, 200), 90))[:9000], "is damaged or cut short; get it once more."),
    "cut webp": (file(Image.effect_noise((200, 200), 90).convert("RGB"), "WEBP")[:900], "is damaged"),
    "a wrong checksum": (SOUND[:30] + bytes([SOUND[30] ^ 1]) + SOUND[31:], "is damaged"),
    "a gif": (file(scene(), "GIF"), "is GIF; save it as PNG, JPEG or WebP."),
    "a bmp": (file(scene(), "BMP"), "is BMP; save it as"),
    "a tiff": (file(scene(), "TIFF"), "is TIFF; save it as"),
    "a drawing": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "is SVG; save it as"),
    "a pointer": (b"version https://git-lfs.github.com/spec/v1\n", "is Git LFS pointer; save it as"),
    "a moving png": (frames("PNG"), "moves; save one frame of it as"),
    "a moving webp": (frames("WEBP"), "moves; save one frame of it as"),
    "print": (file(scene(mode="CMYK"), "JPEG"), "is in the colours of print (CMYK); save it in RGB."),
    "sixteen bits": (file(Image.new("I;16", (50, 50))), "has colours of the kind I;16; save it in RGB with 8 bits a colour."),
    "one pixel": (file(Image.new("RGB", (1, 1))), "has only 1 by 1 pixels; use one of at least 16 by 16."),
    "a line": (file(Image.new("RGB", (900, 2))), "has only 900 by 2 pixels; use one of at least 16 by 16."),
    "too many pixels": (png(8000, 6000, rows=b"\0" * 1000), "has 8,000 by 6,000 pixels; make it smaller than 40,000,000 in all."),
    "many more pixels": (png(12_000, 9_000, rows=b""), "has 12,000 by 9,000 pixels; make it smaller than 40,000,000 in all."),
    "a bomb": (png(60_000, 60_000, rows=b"\0" * 10_000_000), "has too many pixels; make it smaller than 40,000,000."),
    "a bomb of text": (text_bomb(), "is damaged; get it once more."),
    "nothing to show": (png(100, 100, rows=b""), "is damaged or cut short; get it once more."),
    "negative": (png(2**31 + 5, 20, rows=b""), ""),
}


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.filterwarnings("error")
def test_a_picture_that_cannot_be_used_is_refused_in_one_sentence(what, tmp_path, capfd):
    data, why = HOSTILE[what]
    path = tmp_path / "its name.png"
    path.write_bytes(data)
    with pytest.raises(PictureError) as refused:
        open_picture(path)
    sentence = str(refused.value)
    assert sentence.startswith(f"The picture {path} ") and why in sentence
    assert sentence.endswith(".") and "\n" not in sentence
    assert capfd.readouterr() == ("", "")


def test_a_large_file_is_not_read(tmp_path):
    path = tmp_path / "large.png"
    with path.open("wb") as file:
        file.truncate(33 * 2**20)
    with pytest.raises(PictureError, match=r"has more than 32 MB; make it smaller\."):
        open_picture(path)


def test_what_is_no_file_is_refused_in_one_sentence(tmp_path):
    (tmp_path / "folder.png").mkdir()
    os.mkfifo(tmp_path / "pipe.png")
    (tmp_path / "ring.png").symlink_to(tmp_path / "ring.png")
    (tmp_path / "nowhere.png").symlink_to(tmp_path / "gone.png")
    for name, why in {
        "folder.png": "cannot be read: it is a folder, not a file; name a file.",
        "pipe.png": "cannot be read: it is a pipe, not a file; put a file there.",
        "ring.png": "cannot be read: it is a link, not a file; put the file itself there.",
        "nowhere.png": "cannot be read: it is a link, not a file; put the file itself there.",
        "missing.png": "is not there; look for its right name.",
        "a\0b.png": "has a name that no file can have; look for its right name.",
        "x" * 300: "cannot be read: File name too long.",
    }.items():
        with pytest.raises(PictureError) as refused:
            open_picture(tmp_path / name)
        assert str(refused.value).endswith(why), name
    with pytest.raises(PictureError, match="is a device, not a file"):
        open_picture(type(tmp_path)("/dev/zero"))


def test_a_file_that_may_not_be_read_is_refused(tmp_path):
    path = tmp_path / "mine.png"
    path.write_bytes(SOUND)
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")
    with pytest.raises(PictureError, match=r"cannot be read: Permission denied\."):
        open_picture(path)


def test_a_link_may_not_lead_out_of_a_folder_that_is_named(tmp_path):
    (tmp_path / "pairs").mkdir()
    (tmp_path / "secret.png").write_bytes(SOUND)
    (tmp_path / "pairs" / "own.png").write_bytes(SOUND)
    (tmp_path / "pairs" / "link.png").symlink_to(tmp_path / "secret.png")
    (tmp_path / "pairs" / "near.png").symlink_to(tmp_path / "pairs" / "own.png")
    inside = tmp_path / "pairs"
    assert open_picture(inside / "near.png", inside) == open_picture(tmp_path / "secret.png")
    for path in (inside / "link.png", inside / ".." / "secret.png"):
        with pytest.raises(PictureError, match="is not in the folder"):
            open_picture(path, inside)


def test_names_from_elsewhere_do_not_reach_the_terminal_raw(tmp_path):
    with pytest.raises(PictureError) as refused:
        open_picture(tmp_path / "\x1b[2Jpicture.png")
    assert "\x1b" not in str(refused.value)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_opened_as_what_it_holds_whatever_it_is_named(kind, tmp_path):
    path = tmp_path / "picture.jpg"
    path.write_bytes(file(scene(), kind))
    picture = open_picture(path)
    image = Image.open(BytesIO(picture.data))
    assert (image.format, image.mode, image.size, picture.media_type) == ("PNG", "RGB", (120, 80), "image/png")
    red, green, blue = image.getpixel((5, 5))
    assert red > 200 and green < 60 and blue < 60


@pytest.mark.parametrize("turn", range(1, 9))
def test_a_photograph_is_turned_upright_and_nothing_else_of_it_is_kept(turn, tmp_path):
    path = tmp_path / "photograph.jpg"
    path.write_bytes(with_exif(turn))
    picture = open_picture(path)
    image = Image.open(BytesIO(picture.data))
    width, height = (80, 120) if turn > 4 else (120, 80)
    corner = {1: (0, 0), 2: (1, 0), 3: (1, 1), 4: (0, 1), 5: (0, 0), 6: (1, 0), 7: (1, 1), 8: (0, 1)}[turn]
    assert image.size == (width, height)
    assert image.getpixel((5 + corner[0] * (width - 11), 5 + corner[1] * (height - 11)))[0] > 200
    assert is_bare(picture.data) and not image.getexif() and b"somebody" not in picture.data


@pytest.mark.parametrize("exif", [b"Exif\0\0nonsense", b"Exif\0\0MM\0*\0\0\0\x08\xff\xff", b""])
def test_exif_that_cannot_be_read_does_not_matter(exif, tmp_path, capfd):
    path = tmp_path / "photograph.jpg"
    path.write_bytes(file(scene(), "JPEG", exif=exif))
    assert Image.open(BytesIO(open_picture(path).data)).size == (120, 80)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA"])
def test_all_usual_colours_become_rgb(mode):
    image = decode_image(file(scene(mode=mode)), "x")
    assert (image.mode, image.size) == ("RGB", (120, 80))


def test_what_is_transparent_is_white():
    clear = Image.new("RGBA", (20, 20), (255, 0, 0, 0))
    assert decode_image(file(clear), "x").getpixel((3, 3)) == (255, 255, 255)
    palette = Image.new("P", (20, 20))
    assert decode_image(file(palette, transparency=0), "x").getpixel((3, 3)) == (255, 255, 255)


def test_texts_profiles_and_what_stands_behind_the_end_are_dropped():
    texts = PngImagePlugin.PngInfo()
    texts.add_text("prompt", "a counterfactual of a cat")
    data = file(scene(), pnginfo=texts, icc_profile=b"profile", dpi=(72, 72)) + b"more"
    assert not is_bare(data)
    picture = plain_png(decode_image(data, "x"))
    assert is_bare(picture.data) and b"cat" not in picture.data
    assert picture == plain_png(scene())


def test_a_large_picture_is_made_smaller_and_keeps_its_shape():
    picture = plain_png(scene(3000, 1500))
    assert Image.open(BytesIO(picture.data)).size == (LONGEST_SIDE, LONGEST_SIDE // 2)
    assert Image.open(BytesIO(plain_png(scene(4000, 20)).data)).size == (LONGEST_SIDE, 10)


def test_the_same_pixels_give_the_same_file_however_they_came():
    lossless = {"PNG": {}, "WEBP": {"lossless": True, "quality": 100}}
    assert len({plain_png(decode_image(file(scene(), kind, **how), kind)).digest for kind, how in lossless.items()}) == 1


def test_a_bare_file_is_told_from_one_that_holds_more():
    bare = plain_png(scene()).data
    assert is_bare(bare)
    assert not is_bare(bare + b"x") and not is_bare(bare[:-1]) and not is_bare(b"") and not is_bare(file(scene(), "JPEG"))
    assert not is_bare(file(scene(), dpi=(72, 72)))


def test_a_file_of_opaque_pixels_alone_is_kept_as_it_came_and_any_other_is_written_anew():
    exif = Image.Exif()
    exif[0x010E] = "somebody"
    grey = scene().convert("L")
    kept = [file(scene()), file(scene(), dpi=(72, 72)), file(scene(), "JPEG"), file(grey, "JPEG", progressive=True), file(grey)]
    for data in kept:
        assert take_picture(data, "x").data == data
        assert is_bare(take_picture(data, "x", is_plain=True).data)
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Comment", "somebody")
    others = [
        file(scene(), pnginfo=texts), file(scene().convert("RGBA")), file(scene(), "WEBP"), file(scene(), "JPEG", exif=exif),
        file(scene(), "JPEG", comment=b"somebody"), file(scene(), "JPEG", icc_profile=b"somebody"), file(scene(), "JPEG") + b"more",
        file(scene()) + b"more", file(scene(LONGEST_SIDE + 1, 20), "JPEG"),
    ]  # fmt: skip
    for data in others:
        assert is_bare(take_picture(data, "x").data)


def test_no_changed_byte_of_a_file_makes_more_than_a_sentence():
    chance = random.Random(7)
    for kind in ("PNG", "JPEG", "WEBP"):
        sound = file(scene(), kind)
        for _ in range(150):
            data = bytearray(sound)
            for _ in range(chance.randint(1, 6)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            try:
                decode_image(bytes(data[: chance.randint(10, len(data))]), "x")
            except PictureError as refused:
                assert str(refused).startswith("The picture x ")


def test_memory_that_is_not_there_is_a_sentence(monkeypatch):
    def none(image):
        raise MemoryError

    monkeypatch.setattr(image_files, "_upright", none)
    with pytest.raises(PictureError, match="does not fit into memory"):
        decode_image(SOUND, "x")
