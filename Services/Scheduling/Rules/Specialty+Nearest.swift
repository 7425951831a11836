import CareModels
import JSON

extension Specialty {
    /// Of what the list does not know, the one that was most likely meant: for an answer that finds nobody.
    static func nearest(_ text: String) -> Specialty? {
        guard named(text) == nil else { return nil }
        return NearestName.find(SearchText.fold(text), among: inOrder).flatMap(named)
    }

    /// As they are told apart, the names before the other names.
    private static let inOrder: [String] = all.map(\.key) + all.flatMap { each in each.otherNames.map(SearchText.fold) }
}
