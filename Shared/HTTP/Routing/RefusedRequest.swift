import CareModels

/// What a problem's form may say of the request that is refused.
package struct RefusedRequest: Sendable {
    let headers: HTTPHeaders
    /// Under which it was logged.
    package let requestID: String
    /// The platform's public address.
    package let issuer: String

    package var language: Language { headers.language }

    /// Of what a person reads, who may have chosen another than their browser's.
    package var pageLanguage: PageLanguage { PageLanguage(query: nil, headers: headers, accepted: language) }

    package var readsPages: Bool { headers.readsPages }

    /// As a problem document, which is what routes without a form of their own answer.
    package func response(for problem: Problem) -> Response { problem.response(issuer: issuer, requestID: requestID, language: language) }
}
