internal import Foundation
