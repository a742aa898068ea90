internal import CEXIF

/// What an EXIF block says; whatever in it makes no sense is as if it were not there.
struct EXIFNotes: Hashable, Sendable {
  /// How the picture is to be turned and mirrored, 1 to 8.
  let orientation: Int
  let details: PhotoDetails

  init(_ block: EXIFBlock) {
    guard let entries = EXIFEntries(block) else {
      (orientation, details) = (1, PhotoDetails())
      return
    }
    let turned = entries.short(EXIF_TAG_ORIENTATION, in: EXIF_IFD_0)
    orientation = turned.flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
    let times = [
      (EXIF_TAG_DATE_TIME_ORIGINAL, EXIF_IFD_EXIF, EXIF_TAG_OFFSET_TIME_ORIGINAL),
      (EXIF_TAG_DATE_TIME_DIGITIZED, EXIF_IFD_EXIF, EXIF_TAG_OFFSET_TIME_DIGITIZED),
      (EXIF_TAG_DATE_TIME, EXIF_IFD_0, EXIF_TAG_OFFSET_TIME),
    ].lazy.compactMap { tag, directory, offset -> (time: String, offset: String?)? in
      guard let time = entries.text(tag, in: directory).flatMap(PhotoDetails.time) else {
        return nil
      }
      return (time, entries.text(offset, in: EXIF_IFD_EXIF).flatMap(PhotoDetails.offset))
    }
    let taken = times.first
    let place = entries.place
    details = PhotoDetails(
      takenAt: taken?.time, utcOffset: taken?.offset, latitude: place?.latitude,
      longitude: place?.longitude)
  }
}

/// The entries of an EXIF block, read by libexif.
@safe private struct EXIFEntries: ~Copyable {
  private let data: UnsafeMutablePointer<ExifData>

  /// Wraps `exif_data_new_from_data`, which prints nothing and reports no error.
  init?(_ block: EXIFBlock) {
    let bytes = block.marked
    guard let data = unsafe exif_data_new_from_data(bytes, UInt32(bytes.count)) else { return nil }
    unsafe self.data = data
  }

  deinit { unsafe exif_data_unref(data) }

  /// Lets `body` read the bytes of an entry of a format; nil where it is missing or of another.
  private func read<Value>(
    _ tag: ExifTag, in directory: ExifIfd, as format: ExifFormat, count: Int,
    _ body: (UnsafePointer<UInt8>, _ components: Int) -> Value?
  ) -> Value? {
    let directories = unsafe [
      data.pointee.ifd.0, data.pointee.ifd.1, data.pointee.ifd.2, data.pointee.ifd.3,
    ]
    guard unsafe directories.indices.contains(Int(directory.rawValue)),
      let content = unsafe directories[Int(directory.rawValue)],
      let entry = unsafe exif_content_get_entry(content, tag),
      unsafe entry.pointee.format == format, unsafe entry.pointee.components >= count,
      unsafe Int(entry.pointee.size) >= Int(entry.pointee.components)
        * Int(exif_format_get_size(format)),
      let bytes = unsafe entry.pointee.data
    else { return nil }
    return unsafe body(bytes, Int(entry.pointee.components))
  }

  private var order: ExifByteOrder { unsafe exif_data_get_byte_order(data) }

  /// A number of 16 bits.
  func short(_ tag: ExifTag, in directory: ExifIfd) -> Int? {
    unsafe read(tag, in: directory, as: EXIF_FORMAT_SHORT, count: 1) { bytes, _ in
      unsafe Int(exif_get_short(bytes, order))
    }
  }

  func text(_ tag: ExifTag, in directory: ExifIfd) -> String? {
    unsafe read(tag, in: directory, as: EXIF_FORMAT_ASCII, count: 1) { bytes, count in
      let letters = unsafe UnsafeBufferPointer(start: bytes, count: count)
      return unsafe String(decoding: letters.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Latitude and longitude, where both make sense.
  var place: (latitude: Double, longitude: Double)? {
    // The tags of the place have names in macros alone, which Swift does not see.
    guard
      let latitude = degrees(ExifTag(2), side: ExifTag(1), sides: ("N", "S"), most: 90),
      let longitude = degrees(ExifTag(4), side: ExifTag(3), sides: ("E", "W"), most: 180)
    else { return nil }
    return (latitude, longitude)
  }

  private func degrees(
    _ tag: ExifTag, side: ExifTag, sides: (String, String), most: Double
  ) -> Double? {
    let letter = text(side, in: EXIF_IFD_GPS)
    guard letter == sides.0 || letter == sides.1 else { return nil }
    let parts = unsafe read(tag, in: EXIF_IFD_GPS, as: EXIF_FORMAT_RATIONAL, count: 3) { bytes, _ in
      (0..<3).map { index in
        let part = unsafe exif_get_rational(bytes + 8 * index, order)
        return Double(part.numerator) / Double(part.denominator)
      }
    }
    return parts.flatMap {
      PhotoDetails.degrees($0, isNegative: letter == sides.1, most: most)
    }
  }
}
