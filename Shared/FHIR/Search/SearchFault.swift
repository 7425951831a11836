import CareModels

/// What is wrong with a parameter of a search.
package struct SearchFault: Error, Sendable {
    /// As it was given.
    package var name: String
    /// Goes on from its name.
    package var message: Text
    /// Nobody here knows such a parameter or modifier: who asks to be lenient has it passed over.
    package var isUnknown = false

    package init(_ name: String, _ message: Text, isUnknown: Bool = false) {
        self.name = name.shortened
        self.message = message
        self.isUnknown = isUnknown
    }
}
