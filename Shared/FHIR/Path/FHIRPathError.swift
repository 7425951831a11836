/// Why an expression cannot be read, or has no answer. Nothing of a resource's content is in it.
package enum FHIRPathError: Error, Equatable, Sendable {
    /// In bytes from the expression's beginning.
    case syntax(offset: Int, expected: String)
    case tooLong(Int)
    case tooDeep(Int)
    case unknownFunction(String)
    case wrongArguments(function: String)
    /// A `%name` that nobody has given.
    case unknownVariable(String)
    /// An operator or a function met several values where it takes one, or one of a type that it does not take.
    case notSingle(String)
    case wrongType(String)
    /// A regular expression that cannot be read, or is too large.
    case badPattern
    /// It took more steps than it was given.
    case tooManySteps
    /// A list that it makes, or all that it has to remember at once, would be longer than is kept.
    case tooManyValues
}
