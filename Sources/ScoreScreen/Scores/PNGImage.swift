internal import CRsvg

/// A picture of pixels, as a PNG file.
package struct PNGImage {
  /// The file's bytes.
  package let bytes: [UInt8]

  /// Draws an SVG document, one pixel for each of its units.
  ///
  /// Wraps `rsvg_handle_new_from_data`, `rsvg_handle_render_document` and
  /// `cairo_surface_write_to_png_stream`.
  ///
  /// - Throws: ``ImageError`` where librsvg or cairo refuses.
  package init(svg: String) throws(ImageError) {
    let document = try SVGDocument(svg)
    let size = try document.size
    let surface = try PixelSurface(width: size.width, height: size.height)
    try document.draw(on: surface)
    bytes = try surface.png()
  }
}

/// What kept a picture from being drawn; `reason` is librsvg's or cairo's message.
package struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  package let reason: String

  package var description: String {
    "cannot draw the picture as PNG: \(reason); draw it as SVG, or check the installation of librsvg"
  }
}

/// A document that librsvg has read.
@safe
private struct SVGDocument: ~Copyable {
  private let handle: OpaquePointer

  init(_ text: String) throws(ImageError) {
    var error: UnsafeMutablePointer<GError>?
    let bytes = Array(text.utf8)
    guard let handle = unsafe rsvg_handle_new_from_data(bytes, UInt(bytes.count), &error) else {
      throw unsafe ImageError(taking: error)
    }
    unsafe self.handle = handle
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(handle)) }

  /// The size in pixels that the document asks for.
  var size: (width: Double, height: Double) {
    get throws(ImageError) {
      var (width, height) = (0.0, 0.0)
      guard unsafe rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) != 0 else {
        throw ImageError(reason: "the document has no size")
      }
      return (width, height)
    }
  }

  func draw(on surface: borrowing PixelSurface) throws(ImageError) {
    let size = try size
    var area = RsvgRectangle(x: 0, y: 0, width: size.width, height: size.height)
    var error: UnsafeMutablePointer<GError>?
    // It is never null, and remembers an error instead.
    guard let context = unsafe cairo_create(surface.handle) else {
      throw ImageError(reason: "out of memory")
    }
    defer { unsafe cairo_destroy(context) }
    guard unsafe rsvg_handle_render_document(handle, context, &area, &error) != 0 else {
      throw unsafe ImageError(taking: error)
    }
    try unsafe ImageError.check(cairo_status(context))
  }
}

/// Pixels on which cairo draws.
@safe
private struct PixelSurface: ~Copyable {
  let handle: OpaquePointer

  init(width: Double, height: Double) throws(ImageError) {
    // It is never null, and remembers an error instead.
    guard
      let handle = unsafe cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(width.rounded(.up)), Int32(height.rounded(.up)))
    else { throw ImageError(reason: "out of memory") }
    do throws(ImageError) {
      try unsafe ImageError.check(cairo_surface_status(handle))
    } catch {
      unsafe cairo_surface_destroy(handle)
      throw error
    }
    unsafe self.handle = handle
  }

  deinit { unsafe cairo_surface_destroy(handle) }

  /// The picture as a PNG file.
  func png() throws(ImageError) -> [UInt8] {
    let file = Bytes()
    defer { withExtendedLifetime(file) {} }  // Cairo has its address.
    try unsafe ImageError.check(
      cairo_surface_write_to_png_stream(
        handle,
        { owner, bytes, count in
          guard let owner = unsafe owner, let bytes = unsafe bytes else {
            return CAIRO_STATUS_WRITE_ERROR
          }
          unsafe Unmanaged<Bytes>.fromOpaque(owner).takeUnretainedValue().all +=
            UnsafeBufferPointer(start: bytes, count: Int(count))
          return CAIRO_STATUS_SUCCESS
        }, Unmanaged.passUnretained(file).toOpaque()))
    return file.all
  }

  private final class Bytes {
    var all: [UInt8] = []
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
