// The microphone's sound goes to the host, frame by frame, while somebody speaks; the host says when that is over.

/** In frames of 20 ms: a little less than the host takes, and what hands-free keeps of sound that is in no talk. */
const [longest, mostKept] = [740, 500];

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
 * Hands-free it stays open for talk after talk: the host ends each, and says up to where it heard.
 *
 * @typedef {{id: number, round: string, hole: number, shown: object | null}} Of `shown` is the draft to which the
 *   words may be a reply.
 * @param {Of & {send: (message: object | ArrayBuffer) => void, isHandsFree?: boolean, onLevel: (level: number) => void,
 *   onEnd: (reason: string | null) => void}} options
 *   `onLevel` gets 0 to 1, 50 times a second; `onEnd` is called once, when the microphone is released, with a reason
 *   where nobody asked for that.
 * @returns {Promise<{stop(): void, pause(kept: number): void, next(talk: Of, until?: number | null): void}>} fails in
 *   plain words; `stop` asks for the draft or ends hands-free, `pause` forgets the talk and all but some of its frames.
 *   `next` begins a talk with what came `until` seconds after the last one's beginning, or since it ended (null).
 */
export async function startTalk({ send, isHandsFree = false, onLevel, onEnd, ...first }) {
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
  let [id, sequence, state, silences] = [null, 0, "paused", 0];
  /** Hands-free, the frames of which nothing was decided: those of the talk first, and what came after it. */
  const kept = [];
  const forget = (count) => kept.splice(0, Math.max(count, kept.length - mostKept));

  function sendFrame(samples) {
    const view = new DataView(new ArrayBuffer(7 + samples.length * 2));
    view.setUint8(0, 1);
    view.setUint16(1, id, true);
    view.setUint32(3, sequence++, true);
    samples.forEach((sample, place) => view.setInt16(7 + place * 2, sample, true));
    send(view.buffer);
  }

  function begin(talk) {
    [id, sequence, state] = [talk.id, 0, "open"];
    send({ kind: "talk", ...talk, rate, endsInSilence: true, ...(isHandsFree ? { handsFree: true } : {}) });
    kept.forEach(sendFrame);
  }

  function pause(count) {
    if (state !== "paused") send({ kind: "untalk", id });
    state = "paused";
    forget(kept.length - count);
  }

  function next(talk, until = 0) {
    forget(until === null ? sequence : Math.floor(until * 50));
    begin(talk);
  }

  const end = (message, problem = null) => {
    if (state === "ended") return;
    state = "ended";
    clearInterval(watch);
    release();
    send(message);
    onEnd(problem);
    onLevel(0);
  };
  const cancel = (problem) => end({ kind: "untalk", id }, problem);
  const stop = () => {
    if (state !== "open") return;
    state = "stopping";
    // What the worklet still has comes first; one that gets no sound does not answer.
    node.port.postMessage(null);
    setTimeout(() => end({ kind: "talked", id }), 200);
  };
  // Where all stood still for a while the timer comes once, and before the sound.
  const watch = setInterval(() => {
    if (silences++ === 2) cancel("The microphone gives no sound. Try again.");
  }, 2500);

  node.port.onmessage = ({ data }) => {
    if (state === "ended") return;
    if (!data) return end({ kind: "talked", id });
    silences = 0;
    const samples = new Int16Array(data);
    if (isHandsFree) {
      kept.push(samples);
      if (state === "paused") forget(0);
    }
    if (state === "open" || state === "stopping") sendFrame(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0);
    // From 60 dB below full scale to 0 dB.
    const level = 10 * Math.log10(power / samples.length / 32768 ** 2 + 1e-9);
    onLevel(Math.max(0, 1 + level / 60));
    if (sequence < longest || state !== "open") return;
    if (!isHandsFree) return stop();
    state = "asked";
    send({ kind: "talked", id });
  };
  stream.getAudioTracks()[0].onended = () => cancel("The microphone was taken away. Try again.");
  begin(first);
  source.connect(node);
  // A page that has the microphone may run sound without another tap; one that may not hears of `watch`.
  context.resume().catch(() => {});
  return { stop: isHandsFree ? () => cancel(null) : stop, pause, next };
}
