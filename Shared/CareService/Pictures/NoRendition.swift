import CareModels
import HTTP

/// Why there is no smaller picture.
package enum NoRendition: Error { case noPicture, noProgram, notMakeable }

extension NoRendition: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .noPicture: Problem.invalid(Fault(PictureSize.parameter, "can only be full of what is no picture"))
        case .noProgram: Problem(.noRendition, detail: "This server makes no pictures smaller; read the full size. Its operator installs libvips-tools.")
        case .notMakeable: Problem(.noRendition, detail: "Nothing smaller can be made of this picture; read the full size.")
        }
    }
}
