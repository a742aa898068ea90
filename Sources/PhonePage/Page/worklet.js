// Cuts the microphone's sound into frames of 20 ms, 16-bit mono, on the browser's audio thread.
class Frames extends AudioWorkletProcessor {
  frame = new Int16Array(Math.round(sampleRate / 50));
  filled = 0;
  isOpen = true;

  constructor() {
    super();
    this.port.onmessage = () => {
      this.isOpen = false;
      if (this.filled) this.flush();
      this.port.postMessage(null);
    };
  }

  flush() {
    const frame = this.frame.slice(0, this.filled);
    this.filled = 0;
    this.port.postMessage(frame.buffer, [frame.buffer]);
  }

  process([channels]) {
    // Without a channel the microphone has not begun yet.
    for (const sample of channels[0] ?? []) {
      if (!this.isOpen) break;
      this.frame[this.filled++] = Math.round(Math.max(-1, Math.min(1, sample)) * 32767);
      if (this.filled === this.frame.length) this.flush();
    }
    return this.isOpen;
  }
}

registerProcessor("frames", Frames);
