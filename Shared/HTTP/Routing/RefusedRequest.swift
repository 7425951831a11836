import CareModels

/// What a problem's form may say of the request that is refused.
package struct RefusedRequest: Sendable {
    package let language: Language
    /// Under which it was logged.
    package let requestID: String
    /// The platform's public address.
    package let issuer: String
}
