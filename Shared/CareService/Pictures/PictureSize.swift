import CareModels
import HTTP

/// In which size a picture is wanted.
package enum PictureSize: Equatable {
    case full
    /// At most so many wide and high.
    case pixels(Int)

    package static let parameter = "size"

    package init(_ request: Request) throws {
        switch request.query[Self.parameter] {
        case nil, "full": self = .full
        case "1000": self = .pixels(1000)
        case "200": self = .pixels(200)
        default: throw Problem.invalid(Fault(Self.parameter, "must be full, 1000 or 200"))
        }
    }
}
