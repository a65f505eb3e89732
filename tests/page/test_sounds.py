"""Every sound, rendered by the browser without a loudspeaker, and measured."""

from __future__ import annotations

import base64
import os
import subprocess
import wave
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser

from page.people import ROOT

Samples = NDArray[np.float64]
RATE = 44_100
LONGEST = {"win": 2.0, "whirlpool": 1.4, "lost": 1.0}  # seconds; every other sound is shorter
SHORT = 0.75
BAND = 1 / 3  # octaves
KEPT = os.environ.get("ATLANTIS_SOUNDS")  # a folder for the sounds as files, to be listened to

TRANSPILE = """
import ts from "typescript";
import fs from "node:fs";
const options = { target: "es2022", module: "esnext" };
const text = fs.readFileSync("src/lib/sounds.ts", "utf8");
process.stdout.write(ts.transpile(text, options));
"""
RENDER = """async ([code, rate]) => {
  const { SOUNDS, playBeat } = await import(`data:text/javascript;base64,${code}`);
  const found = {};
  for (const beat of Object.keys(SOUNDS)) {
    const audio = new OfflineAudioContext(1, 3 * rate, rate);
    playBeat(audio, beat, 1);
    const samples = new Int16Array((await audio.startRendering()).getChannelData(0)
      .map((one) => Math.round(16384 * one)));
    found[beat] = Array.from(samples);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def sounds(browser: Browser) -> dict[str, Samples]:
    """Three seconds of each sound at full volume."""
    command = ["node", "--input-type=module", "-e", TRANSPILE]
    code = subprocess.run(command, cwd=ROOT / "web", check=True, capture_output=True).stdout
    page = browser.new_page()
    found = page.evaluate(RENDER, [base64.b64encode(code).decode(), RATE])
    page.close()
    sounds = {beat: np.array(samples) / 16_384 for beat, samples in found.items()}
    if KEPT:
        keep(Path(KEPT), sounds)
    return sounds


def keep(folder: Path, sounds: dict[str, Samples]) -> None:
    """Writes each sound to a file, at the loudest that the settings allow."""
    folder.mkdir(parents=True, exist_ok=True)
    for beat, samples in sounds.items():
        with wave.open(str(folder / f"{beat}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes((0.8 * 32_767 * samples).astype("<i2").tobytes())


def seconds(samples: Samples) -> float:
    """Until nothing is heard any more."""
    return float(np.nonzero(np.abs(samples) > 0.002)[0][-1] / RATE)


def loudness(samples: Samples) -> float:
    """Of its loudest tenth of a second, in decibels below the loudest possible."""
    window = np.ones(RATE // 10) / (RATE // 10)
    return float(10 * np.log10(np.convolve(samples**2, window, "valid").max()))


def shape(samples: Samples) -> Samples:
    """How loud each third of an octave is in each twentieth of a second, as a direction."""
    pieces = samples[: 2 * RATE].reshape(40, -1)
    power = np.abs(np.fft.rfft(pieces * np.hanning(pieces.shape[1]))) ** 2
    pitch = np.fft.rfftfreq(pieces.shape[1], 1 / RATE)
    bands = np.digitize(np.log2(np.maximum(pitch, 1)), np.arange(5, 14, BAND))
    found = np.stack([power[:, bands == band].sum(1) for band in range(1, 28)], 1) ** 0.25
    flat = found.ravel()
    return flat / np.linalg.norm(flat)


def test_no_sound_is_cut_off_too_long_too_loud_or_too_soft(sounds: dict[str, Samples]) -> None:
    for beat, samples in sounds.items():
        length, peak, decibels = seconds(samples), float(np.abs(samples).max()), loudness(samples)
        print(f"{beat}: {length:.2f} s, peak {peak:.2f}, {decibels:.1f} dB")
        assert 0.03 < length < LONGEST.get(beat, SHORT), (beat, length)
        assert 0.05 < peak < 0.95, (beat, peak)
        assert -32 < decibels < -12, (beat, decibels)
        assert abs(samples[0]) < 0.01, f"{beat} begins with a crack"


def test_every_sound_can_be_told_from_the_others(sounds: dict[str, Samples]) -> None:
    shapes = {beat: shape(samples) for beat, samples in sounds.items()}
    for one in shapes:
        for other in shapes:
            if one < other:
                assert shapes[one] @ shapes[other] < 0.9, (one, other)
