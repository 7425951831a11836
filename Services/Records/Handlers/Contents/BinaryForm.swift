import CareModels
import FHIR
import Foundation
import HTTP
import JSON

/// A Binary goes as the file that it is, or as a resource that holds it (http://hl7.org/fhir/R4/binary.html#rest).
enum BinaryForm: Equatable {
    case file, resource
    /// The client takes either: it gets what was written.
    case asWritten

    static let type = "Binary"

    /// What an answer is to be.
    init(_ request: Request) throws {
        if request.query["_format"] != nil {
            try FHIRMedia.checkAccept(request)
            self = .resource
            return
        }
        let first = request.headers[canonicalForm: "Accept"].first.map { MediaType.name($0) } ?? ""
        if ["", "*/*", "application/*"].contains(first) { self = .asWritten } else { self = FHIRMedia.isResource(first) ? .resource : .file }
    }

    /// What a body is: FHIR's own types mean the resource, all others the file.
    static func ofBody(_ request: Request) -> BinaryForm { request.mediaType.map(FHIRMedia.isResource) == true ? .resource : .file }
}
