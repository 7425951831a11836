import CareModels
import FHIR
import Foundation
import JSON

/// A change of parts of a resource, in either of the ways that FHIR has for it (http://hl7.org/fhir/R4/http.html#patch).
struct ResourcePatch: Sendable {
    private enum Kind { case json(JSONPatch), fhirPath(FHIRPathPatch) }

    private let kind: Kind

    /// A JSON Patch.
    init(json patch: JSONValue) throws(ResourceFault) {
        do throws(PatchFault) {
            kind = .json(try JSONPatch(patch))
        } catch {
            throw ResourceFault(error)
        }
    }

    /// A FHIRPath Patch: a Parameters resource.
    init(parameters: JSONValue, _ release: FHIRRelease) throws(ResourceFault) {
        do throws(PatchFault) {
            kind = .fhirPath(try FHIRPathPatch(parameters, release))
        } catch {
            throw ResourceFault(error)
        }
    }

    /// What an entry of a bundle has in its `resource`: a Binary that holds a JSON Patch, or Parameters.
    init(entry resource: JSONValue, _ release: FHIRRelease) throws {
        switch resource["resourceType"]?.string {
        case "Parameters": try self.init(parameters: resource, release)
        case "Binary":
            guard resource["contentType"]?.string == JSONPatch.mediaType else {
                throw ResourceFault(.notSupported, "A Binary that changes a resource holds \(JSONPatch.mediaType).", at: resource.path + ".contentType")
            }
            // STU3 calls it content.
            let data = resource[release == .r4 ? "data" : "content"]
            guard let text = data?.string, let bytes = Data(base64Encoded: text) else {
                throw ResourceFault(.value, "The patch is in base64.", at: resource.path + (release == .r4 ? ".data" : ".content"))
            }
            try self.init(json: try Self.document(Array(bytes), values: Self.mostHidden))
        default: throw ResourceFault(.invalid, "A patch is a Binary with a JSON Patch, or Parameters.", at: resource.path)
        }
    }

    /// Values of a patch in base64: a body is weighed by the values that are to be seen in it.
    private static let mostHidden = 250_000

    static func document(_ bytes: [UInt8], values: Int = JSONLimits.sentResource.values) throws -> JSONValue {
        var limits = JSONLimits.sentResource
        limits.values = values
        do throws(JSONFault) {
            return try JSONDocument(bytes, limits: limits).root
        } catch {
            throw error.kind == .cancelled ? CancellationError() : ResourceFault(error) as any Error
        }
    }

    /// The resource as it is then: of the same type and id, and not too long.
    ///
    /// - Parameter release: by whose definitions all is told that is wrong with one that holds what is empty; nil for that alone.
    func apply(
        to body: [UInt8], type: String, id: String, within budget: Budget = Budget(), _ validation: ResourceValidation = .off, _ release: FHIRRelease? = nil
    ) throws -> ResourceDraft {
        try budget.checkPatch()
        var work = PatchWork()
        // Also what is refused in the end has cost something.
        defer { budget.add(work) }
        let bytes: [UInt8]
        do {
            let before = try Self.document(body)
            switch kind {
            case .json(let patch): bytes = try patch.apply(to: before, &work)
            case .fhirPath(let patch): bytes = try patch.apply(to: before, &work)
            }
        } catch let fault as PatchFault {
            throw ResourceFault(fault)
        }
        guard bytes.count <= ResourceDraft.limit else {
            throw ResourceFault(.tooLong, "The patched resource would be longer than \(ResourceDraft.limit) bytes.")
        }
        work.bytes += bytes.count
        let root = try ResourceDraft.root(of: bytes, type: type)
        let draft = if let release { try validation.draft(root, release) } else { try ResourceDraft(root) }
        try draft.check(type: type)
        try draft.check(id: id)
        return draft
    }
}

extension ResourceFault {
    /// A patch that is none is the client's fault for ever; one that does not fit, of what is there now.
    init(_ fault: PatchFault) { self.init(fault.isMalformed ? .invalid : .processing, fault.text) }
}
