"""What is wrong with a camera's picture is named, lastingly, and what is fine is left alone."""

import tracemalloc

import cv2
import numpy as np
import pytest
from dice_stage import Die, Stage

from calibration.zone import RollZone
from vision.camera_checks import sharpness
from vision.health import Health, HealthMeter

WIDTH, HEIGHT = 640, 360
DICE = (Die(150, 130, 3), Die(320, 180, 7), Die(490, 250, 5, 55))
RATE = 10.0


class Watch:
    """Feeds a meter; keeps what it said."""

    def __init__(self, zone=None, **how):
        self.meter = HealthMeter(zone, **how)
        self.time = 0.0
        self.said = []
        self.fit = []

    def see(self, images, seconds, *, calm=True, asked=False, rate=RATE):
        for k in range(round(seconds * rate)):
            image = images(k) if callable(images) else images[k % len(images)]
            checkup = self.meter.feed(image, self.time, calm=calm, asked=asked)
            self.said.append(checkup.health)
            self.fit.append(checkup.fit)
            self.time += 1 / rate
        return self.said[-1]

    @property
    def ever(self):
        return set(self.said)


@pytest.fixture
def watch():
    return Watch()


@pytest.fixture
def zoned():
    return Watch(ZONE)


GRAINS = np.random.default_rng(3).normal(0, 1, (6, HEIGHT, WIDTH, 3)).astype(np.float32)


def noisy(image, sigma=2.0):
    """The picture as a sensor sees it again and again: no two alike."""
    grains = GRAINS[:, : image.shape[0], : image.shape[1]]
    return [np.clip(np.round(image + sigma * one), 0, 255).astype(np.uint8) for one in grains]


def scene(*dice, gain=1.0, hand=None):
    """A table with dice whose print contrasts, as real ones do, and scratches in its wood."""
    stage = Stage(noise=0.0, size=(WIDTH, HEIGHT))
    for k in range(6):
        cv2.line(stage.felt, (90 * k, 20), (90 * k + 70, 60 + 40 * k), (40, 50, 60), 3)
        cv2.circle(stage.felt, (60 + 100 * k, 300), 5, (200, 190, 180), -1)
    image = stage.draw(*(dice or DICE))
    for die in dice or DICE:
        x, y = int(die.x), int(die.y)
        cv2.rectangle(image, (x - 12, y - 12), (x + 12, y + 12), (235, 235, 235), -1)
        cv2.line(image, (x - 6, y - 8), (x + 5, y + 7), (25, 25, 25), 4)
    if hand is not None:
        cv2.rectangle(image, (hand[0] - 45, 0), (hand[0] + 45, hand[1]), (120, 140, 170), -1)
    return cv2.convertScaleAbs(image, alpha=gain)


def table(*dice, noise=4.0, **how):
    return noisy(scene(*dice, **how), noise)


def mat(level, texture, *dice_levels):
    """A plain mat that fills the picture, with square dice of some grey levels."""
    random = np.random.default_rng(1)
    grain = cv2.GaussianBlur(random.normal(0, 4 * texture, (HEIGHT, WIDTH, 1)), (0, 0), 1.5)[..., None]
    image = np.clip(np.full((HEIGHT, WIDTH, 3), float(level)) + grain, 0, 255).astype(np.uint8)
    for k, dice_level in enumerate(dice_levels):
        image[150:190, 100 + 100 * k : 140 + 100 * k] = dice_level
    return image


def test_a_good_picture_is_good_and_stays_good(watch):
    watch.see(table(), 6)
    assert watch.ever == {Health.GOOD}
    assert all(watch.fit)


@pytest.mark.parametrize(
    "image",
    [
        mat(238, 3),
        mat(238, 3, 40, 200),
        mat(255, 0, 60, 120),
        mat(247, 2, 230),
        mat(24, 4),
        mat(24, 4, 220, 120),
        mat(32, 3, 60),
        mat(128, 0),
    ],
    ids=[
        "white",
        "white with dice",
        "clipped white with dice",
        "bright with ivory dice",
        "black",
        "black with dice",
        "black with dark dice",
        "grey",
    ],
)
def test_white_black_and_plain_mats_are_good(watch, image):
    watch.see(noisy(image), 3)
    assert watch.ever == {Health.GOOD}


@pytest.mark.parametrize(
    ("image", "health"),
    [
        (mat(3, 0), Health.BLACK),
        (mat(0, 0), Health.BLACK),
        (mat(255, 0), Health.OVER_EXPOSED),
        (mat(255, 0, 250, 230), Health.OVER_EXPOSED),
        (mat(20, 0), Health.UNDER_EXPOSED),
    ],
)
def test_pictures_that_show_nothing_are_named(watch, image, health):
    assert watch.see(noisy(image, 1.5), 2) is health
    assert not any(watch.fit[-5:])


def test_a_scene_drowned_in_noise_is_too_dark(watch):
    assert watch.see(noisy(scene(gain=0.12), 7.0), 2) is Health.UNDER_EXPOSED


def test_black_is_said_soon_but_not_for_one_frame_and_goes_with_hysteresis(watch):
    good, black = table(), [np.zeros((HEIGHT, WIDTH, 3), np.uint8)]
    watch.see(good, 2)
    watch.see(black, 0.2)
    watch.see(good, 2)
    assert watch.ever == {Health.GOOD}
    assert not watch.fit[21], "but it is not read either"
    assert watch.see(black, 0.5) is Health.BLACK
    watch.see(good, 0.5)
    watch.see(black, 0.1)
    watch.see(good, 0.5)
    assert set(watch.said[-10:]) == {Health.BLACK}, "it does not go on and off"
    assert watch.see(good, 1.5) is Health.GOOD


def test_a_frozen_camera_is_named_and_its_repeats_are_never_read(watch):
    good = table()
    watch.see(good, 16)
    watch.see(good[:1], 1.5)
    assert watch.said[-1] is Health.GOOD
    assert not any(watch.fit[-14:])
    assert watch.see(good[:1], 1.0) is Health.FROZEN
    assert watch.see(good, 1.5) is Health.GOOD
    assert watch.fit[-1]
    assert watch.see(good[:1], 2.5) is Health.FROZEN, "a second time too"


def test_a_file_that_shows_one_picture_is_not_frozen():
    watch = Watch(live=False)
    watch.see(table(), 5)
    watch.see(table()[:1], 40, asked=True, rate=4)
    assert watch.ever == {Health.GOOD}
    assert all(watch.fit)


def test_a_camera_without_noise_is_not_frozen_and_mentioned_only_while_asked(watch):
    still = table(noise=0.0)[:1]
    watch.see(still, 40, rate=4)
    assert watch.ever == {Health.GOOD}
    assert all(watch.fit)
    assert watch.see(still, 1, asked=True) is Health.UNCHANGED
    assert watch.fit[-1], "a hint, no error"
    moved = table(Die(350, 150, 2), noise=0.0)[:1]
    assert watch.see(moved, 2, asked=True) is Health.GOOD


def test_motion_proves_no_noise_so_a_noiseless_camera_is_never_frozen(watch):
    rolling = [scene(Die(60 + 8 * k, 200, 1)) for k in range(60)]
    watch.see(rolling, 20, calm=False)
    watch.see(rolling[-1:], 30, rate=4)
    assert watch.ever == {Health.GOOD}


def test_the_blur_of_what_moves_is_not_held_against_the_lens(watch):
    watch.see(table(), 2)
    streaked = noisy(cv2.GaussianBlur(scene(), (0, 0), 8.0))
    watch.see(streaked, 0.2)
    watch.see(streaked, 4, calm=False)
    assert watch.ever == {Health.GOOD}


def test_a_camera_that_sends_every_picture_twice_is_not_frozen(watch):
    good = table()
    watch.see(lambda k: good[k // 2 % len(good)], 40)
    assert watch.ever == {Health.GOOD}


@pytest.mark.parametrize("sigma", [7.0, 9.0])
def test_a_defocused_camera_is_named_when_it_was_sharp_before_and_when_not(sigma):
    good = table(noise=0.0)[0]
    soft = noisy(cv2.GaussianBlur(good, (0, 0), sigma))
    for before in (2, 0.1):
        watch = Watch()
        watch.see(table(), before)
        assert watch.see(soft, 2) is Health.DEFOCUSED
        assert not watch.fit[-1]
        assert watch.see(table(), 2) is Health.GOOD


@pytest.mark.parametrize("sigma", [0.8, 1.5, 2.5])
def test_a_camera_that_is_a_little_soft_is_good(sigma):
    good = table(noise=0.0)[0]
    watch = Watch()
    watch.see(noisy(cv2.GaussianBlur(good, (0, 0), sigma), 4.0), 3)
    assert watch.ever == {Health.GOOD}


def test_sharp_dice_on_a_mat_whose_print_is_soft_are_in_focus():
    ink = cv2.GaussianBlur(np.random.default_rng(5).normal(0, 2500, (HEIGHT, WIDTH)), (0, 0), 10.0)
    mat = np.repeat(np.clip(110 + ink, 0, 255)[..., None], 3, axis=2)
    for die in DICE:
        x, y = int(die.x), int(die.y)
        mat[y - 25 : y + 25, x - 25 : x + 25] = scene()[y - 25 : y + 25, x - 25 : x + 25]
    assert Watch().see(noisy(mat), 3) is Health.GOOD
    assert Watch().see(noisy(cv2.GaussianBlur(mat, (0, 0), 7.0)), 3) is Health.DEFOCUSED


@pytest.mark.parametrize("noise", [2.0, 4.0, 6.0])
def test_blur_is_told_from_sharpness_whatever_the_noise(noise):
    sharp, soft, lost = (
        sharpness(cv2.cvtColor(noisy(cv2.GaussianBlur(scene(), (0, 0), sigma), noise)[0], cv2.COLOR_BGR2GRAY)[::9])
        for sigma in (0.8, 2.5, 7.0)
    )
    assert 1.6 * sharp.blur < soft.blur < 2.2 < lost.blur
    assert sharp.noise == pytest.approx(0.7 * noise, abs=1.2)


def test_a_plain_mat_says_nothing_about_focus():
    assert sharpness(np.full((40, 1280), 90, np.uint8)).blur is None
    assert sharpness(np.full((40, 12), 90, np.uint8)).blur is None


@pytest.mark.parametrize("brightness", [0.2, 0.55, 1.3])
def test_a_covered_lens_is_named(watch, brightness):
    watch.see(table(), 3)
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
    smooth = 90 * brightness * (1 + 0.3 * np.sin(columns / 200 + rows / 150))
    palm = np.repeat(smooth[..., None], 3, axis=2).astype(np.uint8)
    assert watch.see(noisy(palm), 1.5, calm=False) is Health.COVERED
    assert not watch.fit[-1]
    assert watch.see(table(), 2) is Health.GOOD


def test_dice_taken_away_an_arm_and_a_lamp_put_out_cover_no_lens(watch):
    watch.see(table(), 2)
    watch.see(table(Die(600, 340, 1)), 2)
    watch.see(table(hand=(320, 200)), 2, calm=False)
    watch.see(table(gain=0.5), 2)
    assert Health.COVERED not in watch.ever


def test_dice_taken_off_a_plain_mat_cover_no_lens_and_blur_nothing(watch):
    watch.see(noisy(mat(120, 1, 20, 220, 240)), 2)
    watch.see(noisy(mat(120, 1)), 3)
    assert watch.ever == {Health.GOOD}


def shifted(images, dx, dy):
    by = np.float32([[1, 0, dx], [0, 1, dy]])
    return [cv2.warpAffine(image, by, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT) for image in images]


ZONE = RollZone.rectangle(0.05, 0.05, 0.9, 0.9)


@pytest.mark.parametrize(("dx", "dy"), [(12, 0), (0, -10), (30, 20)])
def test_a_camera_that_was_bumped_is_named_until_it_is_back(zoned, dx, dy):
    good = table()
    zoned.see(good, 3)
    assert zoned.see(shifted(good, dx, dy), 4) is Health.MOVED
    assert zoned.fit[-1], "people see it; the dice can still be read"
    assert zoned.see(good, 4) is Health.GOOD


def test_a_camera_that_looks_elsewhere_is_named(zoned):
    zoned.see(table(), 3)
    blocks = np.random.default_rng(2).integers(20, 230, (9, 16, 1)).repeat(3, axis=2)
    other = cv2.resize(blocks.astype(np.uint8), (WIDTH, HEIGHT), interpolation=cv2.INTER_NEAREST)
    assert zoned.see(noisy(other), 4) is Health.MOVED


def test_without_a_zone_a_bump_is_mentioned_and_then_fine(watch):
    good = table()
    watch.see(good, 3)
    watch.see(shifted(good, 30, 10), 8)
    assert Health.MOVED in watch.ever
    assert watch.said[-1] is Health.GOOD


def test_other_dice_and_one_that_slid_are_no_bump(zoned):
    zoned.see(table(), 3)
    zoned.see(table(DICE[0], Die(332, 185, 7), DICE[2]), 3)
    zoned.see(table(*(Die(die.x + 11, die.y, die.face) for die in DICE)), 3)
    zoned.see(table(Die(100, 300, 1)), 3)
    zoned.see(table(gain=0.8), 3)
    assert zoned.ever == {Health.GOOD}


def bands(images, height=12):
    rows = np.arange(HEIGHT)[:, None, None]

    def draw(k):
        wave = height * np.sin(rows / 25 + 1.3 * k)
        return np.clip(images[k % len(images)] + wave, 0, 255).astype(np.uint8)

    return draw


def test_bands_of_mains_light_are_named_and_still_read(watch):
    watch.see(table(), 2)
    assert watch.see(bands(table()), 3) is Health.FLICKER
    assert all(watch.fit)
    assert watch.see(table(), 3) is Health.GOOD


def test_a_lamp_that_is_switched_and_a_slow_dusk_are_no_flicker(watch):
    watch.see(table(), 2)
    watch.see(table(gain=1.3), 2)
    dusk = [table(gain=1.0 - 0.02 * k)[k % 6] for k in range(15)]
    watch.see(lambda k: dusk[min(14, k // 5)], 3)
    assert watch.ever == {Health.GOOD}


def test_another_size_is_mentioned_and_judged_anew(watch):
    watch.see(table(), 3)
    small = [cv2.resize(image, (480, 270)) for image in table()]
    watch.see(small, 1)
    assert watch.said[-1] is Health.RESIZED
    assert watch.fit[-1]
    assert watch.see(small, 5) is Health.GOOD


@pytest.mark.parametrize("size", [(1, 1), (9, 5), (40, 3000), (3000, 40)])
def test_pictures_of_any_size_are_judged(size):
    random = np.random.default_rng(1)
    for zone in (None, RollZone.rectangle(0.2, 0.2, 0.5, 0.5)):
        watch = Watch(zone)
        images = [random.integers(0, 255, (*size, 3), dtype=np.uint8) for _ in range(4)]
        watch.see(images, 2)
        assert len(watch.said) == 20


def test_only_the_zone_is_judged():
    watch = Watch(RollZone.rectangle(0.5, 0.0, 0.5, 1.0))
    image = table(noise=0.0)[0]
    image[:, :300] = 255
    watch.see(noisy(image), 2)
    assert watch.ever == {Health.GOOD}
    image[:, 300:] = 255
    assert watch.see(noisy(image), 2) is Health.OVER_EXPOSED


@pytest.mark.parametrize("health", list(Health))
def test_everything_that_can_be_wrong_has_words_and_what_to_do(health):
    if health is Health.GOOD:
        assert not str(health)
        assert not health.stops_reading
        return
    assert health.words
    assert health.todo
    assert str(health) == f"{health.words}: {health.todo}"


def test_watching_for_long_takes_no_more_memory(zoned):
    good = table()[:4]
    zoned.see(good, 4)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(4):
        zoned.said.clear()
        zoned.fit.clear()
        zoned.see(good, 8)
        zoned.see(good[:1], 4)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert after - before < 200_000


def test_a_young_camera_that_repeats_itself_is_not_watched_for_a_while_and_then_doubted(watch):
    watch.see(table(), 2.0)
    still = table()[0]
    watch.see([still], 1.9)
    assert not any(watch.fit[-18:])
    checkup = [watch.meter.feed(still, watch.time + k / RATE, calm=True) for k in range(10)][-1]
    assert (checkup.fit, checkup.doubt) == (True, Health.FROZEN)


def test_a_camera_that_has_repeated_itself_before_is_watched_all_the_same(watch):
    pictures = table()
    watch.see(pictures, 2.0)
    watch.see([pictures[0]], 0.5)
    watch.see(pictures, 0.5)
    watch.see([pictures[2]], 1.0)
    assert all(watch.fit[-10:])
