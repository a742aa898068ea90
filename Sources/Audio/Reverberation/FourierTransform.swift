internal import CFFTW

/// The discrete Fourier transform of real samples of one length, and its inverse.
///
/// Unchecked, because of the plans' pointers: they never change, and the library executes one plan
/// on different buffers from any number of threads at once.
final class FourierTransform: @unchecked Sendable {
  /// The number of samples.
  let length: Int
  private let forwardPlan: TransformPlan
  private let inversePlan: TransformPlan

  /// Wraps `fftwf_plan_dft_r2c_1d` and `fftwf_plan_dft_c2r_1d`.
  ///
  /// Plans are estimated, not timed: timing would choose other algorithms, and so other rounding,
  /// from one run to the next.
  ///
  /// - Throws: ``ReverberationError/planFailed(length:)``.
  init(length: Int) throws(ReverberationError) {
    guard let size = Int32(exactly: length) else { throw .planFailed(length: length) }
    let samples = TransformBuffer(count: length)
    let spectrum = TransformBuffer(count: Self.spectrumCount(of: length))
    let flags = UInt32(FFTW_ESTIMATE)
    guard
      let forward = unsafe TransformPlan({
        unsafe fftwf_plan_dft_r2c_1d(size, samples.base, Self.complex(spectrum), flags)
      }),
      let inverse = unsafe TransformPlan({
        unsafe fftwf_plan_dft_c2r_1d(size, Self.complex(spectrum), samples.base, flags)
      })
    else { throw .planFailed(length: length) }
    self.length = length
    forwardPlan = forward
    inversePlan = inverse
  }

  /// A buffer for ``length`` samples.
  func makeSamples() -> TransformBuffer { TransformBuffer(count: length) }

  /// A buffer for a spectrum: real and imaginary parts in turn, from 0 to half the rate.
  func makeSpectrum() -> TransformBuffer {
    TransformBuffer(count: Self.spectrumCount(of: length))
  }

  /// Replaces `spectrum` by that of `samples`.
  ///
  /// Wraps `fftwf_execute_dft_r2c`.
  func transform(_ samples: inout TransformBuffer, into spectrum: inout TransformBuffer) {
    check(samples, spectrum)
    unsafe fftwf_execute_dft_r2c(forwardPlan.handle, samples.base, Self.complex(spectrum))
  }

  /// Replaces `samples` by those that `spectrum` stands for, ``length`` times as large, and spoils
  /// `spectrum`.
  ///
  /// Wraps `fftwf_execute_dft_c2r`.
  func invert(_ spectrum: inout TransformBuffer, into samples: inout TransformBuffer) {
    check(samples, spectrum)
    unsafe fftwf_execute_dft_c2r(inversePlan.handle, Self.complex(spectrum), samples.base)
  }

  private func check(_ samples: borrowing TransformBuffer, _ spectrum: borrowing TransformBuffer) {
    precondition(
      samples.count == length && spectrum.count == Self.spectrumCount(of: length),
      "buffers of this transform's lengths")
  }

  private static func spectrumCount(of length: Int) -> Int { 2 * (length / 2 + 1) }

  /// The same memory as the library's complex numbers, each of which is two floats.
  private static func complex(
    _ spectrum: borrowing TransformBuffer
  ) -> UnsafeMutablePointer<fftwf_complex> {
    unsafe UnsafeMutableRawPointer(spectrum.base).assumingMemoryBound(to: fftwf_complex.self)
  }
}
