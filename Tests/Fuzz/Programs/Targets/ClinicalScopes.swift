import CareModels

extension FuzzTarget {
    /// SMART's clinical scopes: what is read is spelled in a form that is read as the same, names a type that there is, and may stand in a `scope` (RFC 6749, appendix
    /// A.4) and on the page where people agree. What is narrowed is covered by both sides.
    static let scopes = FuzzTarget("scopes", longest: 2048) { input in
        let words = String(decoding: input, as: UTF8.self).split(separator: " ").map(String.init)
        let read = words.compactMap { try? ClinicalScope($0) }
        for scope in read {
            let text = scope.text
            expect((try? ClinicalScope(text)) == scope, "\(text) is read as another")
            expect(text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }, "\(text) may not stand in a scope")
            expect(!scope.interactions.isEmpty && scope.type.map(ResourceTypes.all.contains) ?? true, "\(text) is for nothing")
            expect(scope.category == nil || scope.type.map(ClinicalScope.categorised.contains) ?? false, "\(text) has a category that its type has not")
            expect(scope.meet(scope) == scope, "\(text) does not meet itself")
        }
        // Comparing is quadratic: Auth takes no more than this many.
        let (one, other) = (ClinicalScopes(read.prefix(32)), ClinicalScopes(read.dropFirst(32).prefix(32)))
        expect(ClinicalScopes(one.texts) == one, "spelled and read they are others")
        let both = one.narrowed(to: other)
        expect(one.cover(both) && other.cover(both), "narrowed they give more")
        expect(one.cover(one) && ClinicalScopes(one.all.union(other.all)).cover(other), "they do not cover themselves")
    }
}
