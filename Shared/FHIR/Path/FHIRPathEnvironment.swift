import Foundation
import JSON

/// What an expression may ask beside its focus.
package struct FHIRPathEnvironment: Sendable {
    package var release: FHIRRelease
    /// `%resource`, the resource that the focus is in (the focus itself, where this is nil), and `%rootResource`, which contains it.
    package var resource: JSONValue?
    package var rootResource: JSONValue?
    /// `resolve()`: what a reference or a canonical url leads to. What the resource contains is found without it.
    package var resolve: (@Sendable (String) -> JSONValue?)?
    /// Without a resource to be had, `resolve()` gives one of which no more is known than the type that the reference names: enough for
    /// `where(resolve() is Patient)` in search parameters.
    package var resolvesToTypes: Bool
    /// `memberOf()`; nil: it is not known.
    package var isMember: (@Sendable (_ valueSet: String, _ system: String?, _ code: String) -> Bool?)?
    /// `now()`, `today()` and `timeOfDay()`, in UTC; without it they are empty.
    package var now: Date?
    /// What evaluating may cost: about a step for each value that is looked at or made, and for every 16 bytes of text.
    package var steps: Int

    package init(
        release: FHIRRelease = .r4, resource: JSONValue? = nil, rootResource: JSONValue? = nil, resolve: (@Sendable (String) -> JSONValue?)? = nil,
        resolvesToTypes: Bool = false, isMember: (@Sendable (_ valueSet: String, _ system: String?, _ code: String) -> Bool?)? = nil, now: Date? = nil,
        steps: Int = 1_000_000
    ) {
        self.release = release
        self.resource = resource
        self.rootResource = rootResource
        self.resolve = resolve
        self.resolvesToTypes = resolvesToTypes
        self.isMember = isMember
        self.now = now
        self.steps = steps
    }
}
