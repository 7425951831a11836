import NIOHTTP1

/// What became of a request (RFC 9110, section 15).
package struct HTTPResponseStatus: Hashable, Sendable {
    package static let switchingProtocols = HTTPResponseStatus(statusCode: 101)
    package static let ok = HTTPResponseStatus(statusCode: 200)
    package static let created = HTTPResponseStatus(statusCode: 201)
    package static let accepted = HTTPResponseStatus(statusCode: 202)
    package static let noContent = HTTPResponseStatus(statusCode: 204)
    package static let partialContent = HTTPResponseStatus(statusCode: 206)
    package static let found = HTTPResponseStatus(statusCode: 302)
    package static let seeOther = HTTPResponseStatus(statusCode: 303)
    package static let notModified = HTTPResponseStatus(statusCode: 304)
    package static let badRequest = HTTPResponseStatus(statusCode: 400)
    package static let unauthorized = HTTPResponseStatus(statusCode: 401)
    package static let forbidden = HTTPResponseStatus(statusCode: 403)
    package static let notFound = HTTPResponseStatus(statusCode: 404)
    package static let methodNotAllowed = HTTPResponseStatus(statusCode: 405)
    package static let notAcceptable = HTTPResponseStatus(statusCode: 406)
    package static let requestTimeout = HTTPResponseStatus(statusCode: 408)
    package static let conflict = HTTPResponseStatus(statusCode: 409)
    package static let gone = HTTPResponseStatus(statusCode: 410)
    package static let preconditionFailed = HTTPResponseStatus(statusCode: 412)
    package static let unsupportedMediaType = HTTPResponseStatus(statusCode: 415)
    package static let rangeNotSatisfiable = HTTPResponseStatus(statusCode: 416)
    package static let expectationFailed = HTTPResponseStatus(statusCode: 417)
    package static let unprocessableEntity = HTTPResponseStatus(statusCode: 422)
    package static let locked = HTTPResponseStatus(statusCode: 423)
    package static let preconditionRequired = HTTPResponseStatus(statusCode: 428)
    package static let tooManyRequests = HTTPResponseStatus(statusCode: 429)
    package static let internalServerError = HTTPResponseStatus(statusCode: 500)
    package static let serviceUnavailable = HTTPResponseStatus(statusCode: 503)

    package let code: UInt

    package init(statusCode: Int) { code = UInt(clamping: statusCode) }

    init(_ wire: NIOHTTP1.HTTPResponseStatus) { code = wire.code }

    /// As its definition has it; for the human eye alone.
    package var reasonPhrase: String { NIOHTTP1.HTTPResponseStatus(statusCode: Int(code)).reasonPhrase }
}
