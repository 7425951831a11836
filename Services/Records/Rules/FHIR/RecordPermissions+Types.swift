import CareModels
import FHIR

extension RecordPermissions {
    /// Of each type of a release what somebody may do this with; throws when that is none of any type.
    func reaches(_ interaction: ClinicalScope.Interactions, _ release: FHIRRelease) throws(Refusal) -> [String: RecordReach] {
        var reaches: [String: RecordReach] = [:]
        var refusal: Refusal?
        for type in release.types {
            do throws(Refusal) {
                reaches[type] = try reach(interaction, type)
            } catch {
                refusal = error
            }
        }
        if reaches.isEmpty, let refusal { throw refusal }
        return reaches
    }
}
