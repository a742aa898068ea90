// Photos of scoreboards: what they are by their content, and smaller ones for the host to read.

const mostBytes = 20 * 1024 * 1024;
const mostPixels = 50_000_000;
/** The longer side of what is sent; digits of a board stay some ten pixels high from the stands. */
const longest = 2000;

const isAscii = (bytes, at, text) => [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));
const starts = (bytes, ...values) => values.every((value, index) => bytes[index] === value);

/** What bytes are: `jpeg` or `png`; throws a sentence for anything else. */
export function kindOf(bytes) {
  if (starts(bytes, 0xff, 0xd8, 0xff)) return "jpeg";
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47)) return "png";
  if (isAscii(bytes, 4, "ftyp") && ["hei", "hev", "mif", "msf", "avi"].some((brand) => isAscii(bytes, 8, brand)))
    throw new Error("This is a HEIC photo, which cannot be read. Choose a JPEG or PNG, or set the camera to “Most compatible”.");
  if (isAscii(bytes, 4, "ftyp") || starts(bytes, 0x1a, 0x45, 0xdf, 0xa3) || isAscii(bytes, 8, "AVI "))
    throw new Error("This is a video. Choose a photo.");
  if (isAscii(bytes, 8, "WEBP")) throw new Error("This is a WebP picture, which cannot be read. Choose a JPEG or PNG.");
  throw new Error("This is no photo. Choose a JPEG or PNG.");
}

/** The segments of a JPEG before its picture: marker, where each begins with its marker, and where it ends. */
function segments(bytes) {
  const found = [];
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda;) {
    const end = at + 2 + bytes[at + 2] * 256 + bytes[at + 3];
    found.push({ marker: bytes[at + 1], at, end });
    at = end;
  }
  return found;
}

/** Width times height of a photo, before it is decoded; 0 where it does not say. */
export function pixels(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (starts(bytes, 0x89)) return bytes.length < 24 ? 0 : view.getUint32(16) * view.getUint32(20);
  const frame = segments(bytes).find(({ marker }) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker));
  return frame && frame.at + 9 <= bytes.length ? view.getUint16(frame.at + 5) * view.getUint16(frame.at + 7) : 0;
}

/** The segment of a JPEG that says when, where and how it was taken, of a picture that stands upright. */
export function exif(bytes) {
  const found = segments(bytes).find(({ marker, at, end }) => marker === 0xe1 && end <= bytes.length && isAscii(bytes, at + 4, "Exif\0\0"));
  if (!found) return null;
  const own = bytes.slice(found.at, found.end);
  const view = new DataView(own.buffer);
  const tiff = 10;
  if (own.length < tiff + 8) return null;
  const isLittle = isAscii(own, tiff, "II");
  const directory = tiff + view.getUint32(tiff + 4, isLittle);
  if (directory + 2 > own.length) return own;
  const count = view.getUint16(directory, isLittle);
  for (let entry = directory + 2; entry < directory + 2 + 12 * count && entry + 12 <= own.length; entry += 12)
    if (view.getUint16(entry, isLittle) === 0x112) view.setUint16(entry + 8, 1, isLittle);
  return own;
}

/** A JPEG with such a segment, which it has not. */
export function withExif(jpeg, segment) {
  if (!segment) return jpeg;
  const whole = new Uint8Array(jpeg.length + segment.length);
  whole.set(jpeg.subarray(0, 2));
  whole.set(segment, 2);
  whole.set(jpeg.subarray(2), 2 + segment.length);
  return whole;
}

/** A file as a small photo: a canvas to look at, and the JPEG to send. */
export async function open(file) {
  if (file.size > mostBytes) throw new Error("The photo has more than 20 MB. Choose a smaller one.");
  let bytes;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new Error("No access to photos. Allow this browser to use photos in the settings of the phone.");
  }
  const kind = kindOf(bytes);
  if (pixels(bytes) > mostPixels) throw new Error("The photo has more than 50 megapixels. Choose a smaller one.");
  const picture = await createImageBitmap(new Blob([bytes], { type: `image/${kind}` }))
    .catch(() => { throw new Error("The photo cannot be opened. Choose another."); });
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)));
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.88));
  const small = new Uint8Array(await blob.arrayBuffer());
  return { canvas, bytes: withExif(small, kind === "jpeg" ? exif(bytes) : null) };
}
