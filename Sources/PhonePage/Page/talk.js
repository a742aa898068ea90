// The microphone's sound goes to the host, frame by frame, while somebody speaks; the host says when that is over.

/** In seconds; a little less than the host takes. */
const longest = 14.8;

const why = {
  insecure: "Voice needs a secure page (https). Everything else works here.",
  missing: "This browser cannot send sound. Tap the scores instead.",
  NotAllowedError: "The microphone is not allowed. Allow it for this page in the browser's settings.",
  NotFoundError: "There is no microphone. Connect one, or tap the scores.",
  NotReadableError: "Another app uses the microphone. Close it and try again.",
};

/**
 * Why the browser cannot give this page the microphone; null where it can.
 * @returns {string | null}
 */
export function canTalk() {
  if (!globalThis.isSecureContext) return why.insecure;
  if (!navigator.mediaDevices?.getUserMedia || !globalThis.AudioWorkletNode) return why.missing;
  return null;
}

/** Makes a context at the recogniser's rate, or at the device's own where the browser refuses that. */
async function open(stream) {
  for (const options of [{ sampleRate: 16000 }, {}]) {
    const context = new AudioContext(options);
    try {
      // Firefox refuses a source of another rate than the context's.
      const source = context.createMediaStreamSource(stream);
      await context.audioWorklet.addModule(new URL("./worklet.js", import.meta.url));
      return { context, source };
    } catch (error) {
      await context.close();
      if (!options.sampleRate) throw error;
    }
  }
}

/**
 * Opens the microphone and sends what is said; `heard`, `draft` and `talkFailed` come by the socket.
 *
 * @param {{send: (message: object | ArrayBuffer) => void, id: number, round: string, hole: number,
 *   shown: object | null, onLevel: (level: number) => void, onEnd: (reason: string | null) => void}} options
 *   `shown` is the draft to which the words may be a reply; `onLevel` gets 0 to 1, 50 times a second; `onEnd`
 *   is called once, when the microphone is released, with a reason where nobody asked for that.
 * @returns {Promise<{stop(): void}>} fails in plain words; `stop` asks for the draft.
 */
export async function startTalk({ send, id, round, hole, shown, onLevel, onEnd }) {
  const reason = canTalk();
  if (reason) throw new Error(reason);
  let stream, audio;
  const release = () => {
    stream?.getTracks().forEach((track) => track.stop());
    if (audio && audio.context.state !== "closed") audio.context.close();
  };
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: {
        channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false,
      },
    });
    audio = await open(stream);
  } catch (error) {
    release();
    throw new Error(why[error.name] ?? why.missing, { cause: error });
  }

  const { context, source } = audio;
  const rate = context.sampleRate;
  const node = new AudioWorkletNode(context, "frames", { numberOfOutputs: 0, channelCount: 1,
    channelCountMode: "explicit" });
  let [sequence, sent, state] = [0, 0, "open"];

  const end = (message, problem = null) => {
    if (state === "ended") return;
    state = "ended";
    clearTimeout(silence);
    release();
    send(message);
    onLevel(0);
    onEnd(problem);
  };
  const cancel = (problem) => end({ kind: "untalk", id }, problem);
  const stop = () => {
    if (state !== "open") return;
    state = "stopping";
    // What the worklet still has comes first; one that gets no sound does not answer.
    node.port.postMessage(null);
    setTimeout(() => end({ kind: "talked", id }), 200);
  };
  const silence = setTimeout(() => cancel("The microphone gives no sound. Try again."), 5000);

  node.port.onmessage = ({ data }) => {
    if (state === "ended") return;
    if (!data) return end({ kind: "talked", id });
    clearTimeout(silence);
    const samples = new Int16Array(data);
    const view = new DataView(new ArrayBuffer(7 + samples.length * 2));
    view.setUint8(0, 1);
    view.setUint16(1, id, true);
    view.setUint32(3, sequence++, true);
    let power = 0;
    samples.forEach((sample, place) => {
      view.setInt16(7 + place * 2, sample, true);
      power += sample * sample;
    });
    send(view.buffer);
    // From 60 dB below full scale to 0 dB.
    const level = 10 * Math.log10(power / samples.length / 32768 ** 2 + 1e-9);
    onLevel(Math.max(0, 1 + level / 60));
    sent += samples.length / rate;
    if (sent >= longest) stop();
  };
  stream.getAudioTracks()[0].onended = () => cancel("The microphone was taken away. Try again.");
  send({ kind: "talk", id, round, hole, rate, shown, endsInSilence: true });
  source.connect(node);
  // A page that has the microphone may run sound without another tap; one that may not hears of `silence`.
  context.resume().catch(() => {});
  return { stop };
}
