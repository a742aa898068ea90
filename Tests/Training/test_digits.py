"""Boards and crops as they are drawn, what is asked of the network, and its file; torch where it is installed."""

import pathlib
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Models" / "training"))

cv2 = pytest.importorskip("cv2")

import boards
import glyphs
import pairs
import photographs
from PIL import ImageFont


@pytest.fixture
def random():
    return np.random.default_rng(1)


@pytest.fixture(scope="session")
def fonts(tmp_path_factory):
    """One font: the one that comes with Pillow."""
    path = tmp_path_factory.mktemp("fonts") / "built-in.ttf"
    path.write_bytes(ImageFont.load_default(20).font_bytes)
    return [str(path)]


def lit(style, text, height=60):
    return [style.glyph(char, height).lit.astype(int).sum() for char in text]


def test_segments_light_what_a_digit_has_and_ghosts_show_all(random):
    for _ in range(20):
        style = glyphs.Segments(random)
        one, eight, blank = lit(style, "18 ")
        assert blank == 0 < one < eight
        assert (style.glyph("1", 60).ghost >= style.glyph("1", 60).lit).all()


def test_outlines_enclose_what_is_lit(random, fonts):
    for style in [glyphs.Segments(random), glyphs.Matrix(random, fonts), glyphs.Print(random, fonts)] * 5:
        for char in "0123456789":
            glyph = style.glyph(char, 50)
            ys, xs = np.nonzero(glyph.lit > 128)
            (left, top), (right, bottom) = glyph.outline.min(0), glyph.outline.max(0)
            assert abs(xs.min() - left) < 3 and abs(ys.min() - top) < 3
            assert abs(xs.max() + 1 - right) < 3 and abs(ys.max() + 1 - bottom) < 3


@pytest.mark.parametrize("design, columns", [
    (glyphs.MATRIX_5X7, 5), (glyphs.MATRIX_5X7_SQUARE, 5), (glyphs.MATRIX_5X7_ROUND, 5), (glyphs.MATRIX_4X7, 4),
    (glyphs.MATRIX_3X5, 3)])
def test_matrices_are_ten_and_differ(design, columns):
    assert len(set(design)) == 10
    assert {len(digit) % columns for digit in design} == {0}


def test_the_same_seed_draws_the_same_board(fonts):
    first, second = (boards.draw_board(np.random.default_rng(5), fonts) for _ in range(2))
    assert (first.paint == second.paint).all() and (first.light == second.light).all()
    assert [mark.symbol for mark in first.marks] == [mark.symbol for mark in second.marks]


def test_what_is_drawn_over_a_digit_covers_it(random, fonts):
    painter = boards.Painter(random, fonts, 200, 100, np.zeros(3))
    look = boards.make_look(random, fonts, np.zeros(3), "segments")
    painter.number("42", 10, 20, 50, look)
    painter.number("7", 12, 25, 50, look)
    assert [mark.symbol for mark in painter.board.marks] == [4, 2]
    painter.box(0, 0, 25, 100, (9, 9, 9))
    assert [mark.is_covered for mark in painter.board.marks] == [True, False]


def test_a_camera_brings_the_aim_to_its_place_at_its_scale(random, fonts):
    board = boards.draw_board(random, fonts)
    for _ in range(10):
        camera = photographs.Camera.random(random)
        homography = camera.homography(board, (200, 100), (80, 60), 0.5)
        there, below = photographs.map_points(homography, [(200, 100), (200, 101)])
        assert there == pytest.approx((80, 60))
        assert np.linalg.norm(below - there) == pytest.approx(0.5)


def test_boxes_are_where_the_light_is(fonts):
    """Without scenery and noise, nothing is bright but what the boxes hold."""
    random = np.random.default_rng(2)
    painter = boards.Painter(random, fonts, 300, 150, np.zeros(3))
    look = boards.Look(glyphs.Segments(random), "segments", np.ones(3), np.zeros(3), None, 0.0)
    painter.number("58", 60, 40, 60, look)
    homography = photographs.Camera(20, 10, 8, 2).homography(painter.board, (100, 70), (80, 80), 0.4)
    seen = photographs.warped(painter.board.light, homography, (160, 160), 0.4).max(2)
    truth = photographs.truth_of(painter.board.marks, homography, (160, 160))
    assert truth.is_whole.all()
    for _, x, y, width, height, _ in truth.boxes:
        seen[int(y - height / 2 - 1) : int(y + height / 2 + 2), int(x - width / 2 - 1) : int(x + width / 2 + 2)] = 0
    assert seen.max() < 40


def test_crops_have_boxes_and_what_is_cut_off_is_not_asked(random, fonts):
    found = [one for _ in range(4) for one in photographs.crops(random, fonts, 4)]
    assert {picture.shape for picture, _ in found} == {(photographs.CROP, photographs.CROP, 3)}
    boxes = np.concatenate([boxes for _, boxes in found])
    assert boxes[:, 6].sum() > 8
    cut = (boxes[:, 1] - boxes[:, 3] / 2 < -3) | (boxes[:, 2] + boxes[:, 4] / 2 > photographs.CROP + 3)
    assert not (boxes[cut & (boxes[:, 0] < 10), 6] * (boxes[cut & (boxes[:, 0] < 10), 3] < 20)).any()


# The network


@pytest.fixture
def digits():
    pytest.importorskip("torch")
    import digits
    return digits


def boxes_of(*rows):
    """A batch of one picture."""
    import torch
    return torch.tensor([[*rows, (-1,) * 7]], dtype=torch.float32)


def test_targets_say_where_and_how_large(digits):
    boxes = boxes_of(
        (7, 43, 50, 9, 16, 16, 1), (3, 100, 50, 9, 16, 16, 0), (5, 100, 100, 50, 100, 100, 1), (10, 60, 120, 3, 8, 16, 1))
    heat, asked, box, weight = (part[0] for part in digits.targets(boxes, 160))
    assert (heat == 1).nonzero().tolist() == [[7, 12, 10], [10, 30, 15]]
    assert box[:, 12, 10].numpy() == pytest.approx((0.25, 0, 0, np.log(9 / 16)), abs=1e-6)
    assert asked[12, 25] == 0 and asked[25, 25] == 1 and asked[12, 10] == 1
    assert weight[12, 25] == 0 and weight[12, 10] > 0.5


def test_views_keep_boxes_where_the_digits_are(digits):
    """A bright rectangle on black is the only digit of each picture."""
    import torch
    torch.manual_seed(1)
    pictures, boxes = torch.zeros(20, 3, 160, 160), boxes_of((4, 90, 70, 12, 20, 20, 1)).repeat(20, 1, 1)
    pictures[:, :, 60:80, 84:96] = 1
    seen, boxes = digits.viewed(pictures, boxes)
    assert seen.shape == (20, 3, digits.VIEW, digits.VIEW)
    for picture, (symbol, x, y, width, height, size, is_asked) in zip(seen[:, 0], boxes[:, 0].tolist()):
        lit = (picture > 0.6).nonzero().float()
        assert symbol == 4 and is_asked and size == height
        assert lit.mean(0).tolist() == pytest.approx((y - 0.5, x - 0.5), abs=0.7)
        assert (lit.amax(0) - lit.amin(0) + 1).tolist() == pytest.approx((height, width), abs=1.6)
    assert boxes[:, 0, 4].std() > 1


def test_what_a_view_cuts_off_is_not_asked(digits):
    import torch
    torch.manual_seed(1)
    boxes = boxes_of((4, 3, 80, 12, 20, 20, 1), (5, 80, 80, 12, 20, 20, 1)).repeat(50, 1, 1)
    _, boxes = digits.viewed(torch.zeros(50, 3, 160, 160), boxes)
    cut = (boxes[:, 0, 1] - boxes[:, 0, 3] / 2 < -2) & (boxes[:, 0, 0] >= 0)
    assert 0 < cut.sum() and not boxes[cut, 0, 6].any() and boxes[:, 1, 6].all()
    assert (boxes[:, 0, 0] == -1).any() and (boxes[:, 2, 0] == -1).all()


def test_a_pool_keeps_the_latest_crops(digits, tmp_path):
    import torch
    pool = digits.Pool(tmp_path, 2 * digits.SHARD_CROPS, torch.device("cpu"))
    for index in range(3):
        pictures = np.full((digits.SHARD_CROPS, photographs.CROP, photographs.CROP, 3), index, np.uint8)
        boxes = np.full((digits.SHARD_CROPS, digits.BOXES, 7), index, np.float32)
        np.savez(tmp_path / f"crops{index}.npz", pictures=pictures, boxes=boxes)
        pool.take()
    assert not list(tmp_path.glob("*.npz")) and pool.count == len(pool.boxes)
    assert pool.pictures.unique().tolist() == pool.boxes.unique().tolist() == [1, 2]


def test_batches_are_made_of_drawn_crops(digits, fonts, tmp_path):
    import torch
    torch.manual_seed(1)
    digits.draw_shard(str(tmp_path / "crops0.npz"), np.random.default_rng(1), fonts)
    pool = digits.Pool(tmp_path, digits.SHARD_CROPS, torch.device("cpu"))
    pool.take(digits.SHARD_CROPS)
    pictures, (heat, asked, box, weight) = digits.batch_of(pool, 32)
    assert pictures.shape == (32, 3, digits.VIEW, digits.VIEW) and -0.5 <= pictures.min() < pictures.max() <= 0.5
    middles = (heat == 1).any(1)
    assert middles.sum() > 32 and asked[middles].all() and (weight[middles] == 1).all()
    # The same crops are never seen twice alike.
    torch.manual_seed(1)
    assert (digits.batch_of(pool, 32)[0] == pictures).all()
    assert (digits.batch_of(pool, 32)[0] != pictures).float().mean() > 0.9


def test_a_written_network_is_read_as_it_was(digits, tmp_path):
    import torch
    torch.manual_seed(1)
    network = digits.Network()
    for norm in network.norms.values():
        norm.running_mean.normal_(0, 0.1)
        norm.running_var.uniform_(0.2, 1)
    network.eval()
    digits.write(str(tmp_path / "digits"), network.state_dict())
    assert (tmp_path / "digits").stat().st_size < 1_000_000
    picture = torch.rand(3, 64, 96) - 0.5
    with torch.no_grad():
        expected = network(picture[None])[0]
    assert digits.WrittenNetwork(str(tmp_path / "digits"))(picture) == pytest.approx(expected, abs=0.02)


def test_an_output_that_is_right_has_little_loss(digits):
    import torch
    asked = digits.targets(boxes_of((7, 43, 50, 9, 16, 16, 1)), 160)
    output = torch.cat([20 * asked[0] - 10, asked[2]], 1)
    found, errors = digits.loss_of(output, *asked)
    assert found < 1e-3 and errors < 1e-3
    assert digits.loss_of(-output, *asked)[0] > 1


def test_detections_undo_targets(digits):
    judging = pytest.importorskip("judging")
    boxes = np.array([(7, 43, 50, 9, 16, 16, 1), (1, 52, 50, 3, 16, 16, 1), (10, 60, 120, 3, 8, 16, 1)])
    heat, _, box, _ = (part[0].numpy() for part in digits.targets(boxes_of(*boxes.tolist()), 160))
    found = judging.single(judging.detections(np.concatenate([20 * heat - 15, box]), 0.4))
    assert sorted(found[:, 0]) == [1, 7, 10]
    for row in found:
        expected = boxes[boxes[:, 0] == row[0]][0, 1:5]
        assert row[2:] == pytest.approx(expected, abs=0.01)


# Pairs


def test_scores_are_shown_with_blanks_or_zeros(random):
    assert {pairs.shown(random, 8, False, zeros=True) for _ in range(9)} == {"08"}
    assert {pairs.shown(random, 8, False) for _ in range(30)} == {"8", " 8"}


def reading_of(*weighed):
    return {"weighed": [{"scores": scores, "at": at} for scores, at in weighed]}


def test_a_pair_is_right_or_stands_where_the_score_does():
    truth = {"scores": [{"number": 8, "at": [50, 50], "height": 20, "whole": True},
                        {"number": 65, "at": [150, 50], "height": 20, "whole": True}]}
    reading = reading_of(
        ([8, 65], [51, 50, 149, 50]), ([8, 65], [58, 50, 150, 50]), ([6, 65], [50, 50, 150, 50]), ([8, 65], [50, 90, 150, 50]))
    assert pairs.right_of(truth, reading) == ([0, 1], [0, 1, 2])
    truth["scores"][0]["whole"] = False
    assert pairs.right_of(truth, reading) is None
    assert pairs.right_of({"scores": []}, reading) == ([], [])


def test_pairs_of_the_same_numbers_are_one_score():
    features, right = np.zeros((3, len(pairs.NAMES))), np.array([False, True, True])
    photo = pairs.Read(True, [(1, 2), (3, 4), (3, 4)], features, np.array([0.9, 0.8, 0.4]), right, right)
    (likelihood, is_right, has_score), = pairs.outcomes(np.zeros(len(pairs.NAMES) + 1), [photo])
    assert (likelihood, is_right, has_score) == (pytest.approx(0.3), 1, 1)
