import Sealing

/// Which records are asked for, in the caller's words.
struct RecordCriteria: Sendable {
    /// Nil for any.
    var ids: [String]?
    var created = TimeRange()
    var updated = TimeRange()
    var annotations = AnnotationQuery()
    var status: RecordStatus?
    var includesDeleted = false

    /// With the person's key, which makes blind indexes of the words.
    func filter(_ place: RecordPlace, _ key: PersonKey) -> RecordFilter {
        var filter = RecordFilter(place: place)
        filter.addresses = ids.map { ids in ids.map { place.address(of: $0, key) } }
        filter.created = created
        filter.updated = updated
        for variants in annotations.all.map(key.variants) {
            if variants.count == 1 { filter.allTerms += variants } else { filter.anyTerms.append(variants) }
        }
        filter.anyTerms += annotations.anyOf.map { $0.flatMap(key.variants) }
        filter.status = status
        filter.includesDeleted = includesDeleted
        return filter
    }
}
