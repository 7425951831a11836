/// A search parameter of the standard (SearchParameter).
package struct SearchParameter: Sendable {
    package enum Kind: String, Sendable { case token, string, uri, reference, date, number, quantity, composite, special }

    /// What an index may know it by, within its release: the table keeps it, and no later table gives it to another (`deploy/dev/fhir/make-search`).
    package var number: Int
    /// As it is written in a query.
    package var code: String
    package var kind: Kind
    /// Where its definition is.
    package var url: String
    /// FHIRPath, from the resource.
    package var expression: String
    /// The types of resource that have it; `Resource` and `DomainResource` are all of theirs.
    package var types: [String]
    /// Of a reference: the types of resource that it may lead to; empty for any.
    package var targets: [String]
    /// Of a composite: the code of each component's own parameter, and its expression from the composite's element.
    package var components: [(code: String, expression: String)]

    package init(
        number: Int = 0, code: String, kind: Kind, url: String, expression: String, types: [String] = [], targets: [String] = [],
        components: [(code: String, expression: String)] = []
    ) {
        self.number = number
        self.types = types
        self.code = code
        self.kind = kind
        self.url = url
        self.expression = expression
        self.targets = targets
        self.components = components
    }
}
