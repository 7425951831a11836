/// A search parameter of the standard (SearchParameter).
package struct SearchParameter: Sendable {
    package enum Kind: String, Sendable { case token, string, uri, reference, date, number, quantity, composite, special }

    /// As it is written in a query.
    package var code: String
    package var kind: Kind
    /// Where its definition is.
    package var url: String
    /// FHIRPath, from the resource.
    package var expression: String
    /// Of a reference: the types of resource that it may lead to.
    package var targets: [String]
    /// Of a composite: the code of each component's own parameter, and its expression from the composite's element.
    package var components: [(code: String, expression: String)]

    package init(
        code: String, kind: Kind, url: String, expression: String, targets: [String] = [], components: [(code: String, expression: String)] = []
    ) {
        self.code = code
        self.kind = kind
        self.url = url
        self.expression = expression
        self.targets = targets
        self.components = components
    }
}
