import CareModels
import JSON

/// Holds a resource to FHIR's definitions of its release: which elements there are and how many, their types and how these are written, the codes that are
/// demanded, narratives, references, and the constraints (`Invariants`). One pass over the values; what is wrong is told with its place and rule.
///
/// Profiles beyond the base would come in beside `structures`.
package struct Validator: Sendable {
    /// Errors that are told; then it stops looking.
    package static let mostErrors = 100
    /// Warnings that are told; what is wrong is looked for all the same.
    package static let mostWarnings = 50
    /// What constraints may cost in all, in steps of FHIRPath; what is left then is not asked, which is told.
    package static let mostPathSteps = 4_000_000

    package let release: FHIRRelease
    let structures: Structures
    let invariants: Invariants

    package init(_ release: FHIRRelease) {
        self.release = release
        structures = Structures.of(release)
        invariants = Invariants.of(release)
    }

    /// Throws when the task is cancelled.
    package func validate(_ resource: JSONValue) throws(CancellationError) -> ValidationResult {
        let document = resource.document
        let outcome = document.bytes.withUnsafeBufferPointer { bytes in
            document.nodes.withUnsafeBufferPointer { nodes in
                Result { () throws(CancellationError) -> ValidationResult in
                    var run = ValidationRun(self, document, bytes, nodes)
                    try run.root(resource.index)
                    return run.result
                }
            }
        }
        return try outcome.get()
    }
}
