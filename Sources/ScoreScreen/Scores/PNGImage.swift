internal import CRsvg

/// A picture of pixels, as a PNG file.
package struct PNGImage {
  package let bytes: [UInt8]

  /// Draws an SVG document, one pixel for each of its units.
  ///
  /// Wraps `rsvg_handle_new_from_data`, `rsvg_handle_render_document` and
  /// `cairo_surface_write_to_png_stream`.
  ///
  /// - Throws: ``ImageError`` where librsvg or cairo refuses.
  package init(svg: String) throws(ImageError) {
    var error: UnsafeMutablePointer<GError>?
    let text = Array(svg.utf8)
    guard let document = unsafe rsvg_handle_new_from_data(text, UInt(text.count), &error) else {
      throw unsafe ImageError(taking: error)
    }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(document)) }
    var (width, height) = (0.0, 0.0)
    guard unsafe rsvg_handle_get_intrinsic_size_in_pixels(document, &width, &height) != 0 else {
      throw ImageError(reason: "the document has no size")
    }
    // Cairo's are never null, and remember an error instead.
    guard
      let surface = unsafe cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(width.rounded(.up)), Int32(height.rounded(.up)))
    else { throw ImageError(reason: "out of memory") }
    defer { unsafe cairo_surface_destroy(surface) }
    try unsafe ImageError.check(cairo_surface_status(surface))
    guard let context = unsafe cairo_create(surface) else {
      throw ImageError(reason: "out of memory")
    }
    defer { unsafe cairo_destroy(context) }
    var area = RsvgRectangle(x: 0, y: 0, width: width, height: height)
    guard unsafe rsvg_handle_render_document(document, context, &area, &error) != 0 else {
      throw unsafe ImageError(taking: error)
    }
    try unsafe ImageError.check(cairo_status(context))
    let file = File()
    defer { withExtendedLifetime(file) {} }  // Cairo has its address.
    try unsafe ImageError.check(
      cairo_surface_write_to_png_stream(
        surface,
        { owner, bytes, count in
          guard let owner = unsafe owner, let bytes = unsafe bytes else {
            return CAIRO_STATUS_WRITE_ERROR
          }
          unsafe Unmanaged<File>.fromOpaque(owner).takeUnretainedValue().bytes +=
            UnsafeBufferPointer(start: bytes, count: Int(count))
          return CAIRO_STATUS_SUCCESS
        }, Unmanaged.passUnretained(file).toOpaque()))
    bytes = file.bytes
  }

  private final class File {
    var bytes: [UInt8] = []
  }
}

/// What kept a picture from being drawn; `reason` is librsvg's or cairo's message.
package struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  package let reason: String

  package var description: String {
    "cannot draw the picture as PNG: \(reason); draw it as SVG, or check the installation of librsvg"
  }
}

extension ImageError {
  /// Takes the message of an error, which is freed.
  fileprivate init(taking error: UnsafeMutablePointer<GError>?) {
    guard let error = unsafe error else {
      self.init(reason: "unknown error")
      return
    }
    defer { unsafe g_error_free(error) }
    self.init(
      reason: unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? "unknown error")
  }

  fileprivate static func check(_ status: cairo_status_t) throws(ImageError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw ImageError(
      reason: unsafe cairo_status_to_string(status).map { unsafe String(cString: $0) }
        ?? "cairo failed")
  }
}
