import Foundation

/// Why something was not done. A cancelled task throws `CancellationError`, as everywhere in Swift, and never one of these.
public enum CareError: Error, Equatable, Sendable {
    /// The server was not reached, or its answer got lost on the way. What was asked for may have been done all the same; whatever the client sends by
    /// itself is sent so that twice does no harm.
    case offline
    /// What answered cannot show by a certificate that it is the server: somebody stands in between, the server's certificate is over, or this device's clock
    /// is wrong. Nothing was sent to it.
    case untrusted
    /// The server was reached and could not, just now; or what answered was not Careline.
    case server(status: Int, retryAfter: Duration?)
    /// The server understood, and does not do it.
    case refused(Problem)
    /// Nobody is logged in.
    case loggedOut
    /// The session has ended, by itself or from another device. What was stored stays for when the same person logs in again.
    case expired
    /// The operator supports this version of the app no longer.
    case unsupportedVersion
    /// A login did not come about.
    case login(LoginFault)
    /// An answer that this version cannot read, or something given that cannot be written, such as a number that is none. The words name a place, never a
    /// value.
    case unreadable(String)
    /// The disk, or the keychain, did not keep something.
    case storage(StorageFault)
    /// Something sealed does not open.
    case sealed(SealedFault)
    /// A file that came is not the one that its hash is of.
    case damagedFile
    /// The client was closed before: nothing was asked of anybody.
    case closed
}

/// Why a login did not come about.
public enum LoginFault: Error, Equatable, Sendable {
    /// The person, or the server, said no: OAuth's `error`, such as `access_denied`.
    case denied(String)
    /// What the browser brought back is not the answer to what was asked: it is forged, or of another login.
    case notOurs(String)
    /// The server names itself otherwise than by the address that the client was given.
    case otherIssuer
}

/// Why the disk did not keep something.
public enum StorageFault: Error, Equatable, Sendable {
    /// There is no room, or it may not be written to.
    case full
    /// What is there is no database, or is of a later version of the client.
    case damaged
    /// Another process held the file for longer than anybody should.
    case busy
    /// By SQLite's number.
    case failed(Int)
}

extension CareError {
    /// Whether the same may well succeed a little later.
    public var isWorthRetrying: Bool {
        switch self {
        case .offline, .server: true
        case .refused(let problem): problem.status == 429 || problem.status == 408 || problem.name == "request-in-progress"
        case .storage(let fault): fault == .busy
        case .untrusted, .loggedOut, .expired, .unsupportedVersion, .login, .unreadable, .sealed, .damagedFile, .closed: false
        }
    }

    var isOfTheDisk: Bool { if case .storage = self { true } else { false } }

    /// How long the server wants to be left alone.
    public var retryAfter: Duration? {
        switch self {
        case .server(_, let pause): pause
        case .refused(let problem): problem.retryAfter
        default: nil
        }
    }

    /// Any error as one of these. Cancellation is none.
    static func of(_ error: any Error) throws(CancellationError) -> CareError {
        switch error {
        case let error as CareError: return error
        case let fault as StorageFault: return .storage(fault)
        case let fault as LoginFault: return .login(fault)
        case let fault as SealedFault: return .sealed(fault)
        case TransportFault.untrusted: return .untrusted
        case is TransportFault: return .offline
        case let cancelled as CancellationError: throw cancelled
        case is DecodingError: return .unreadable("what was stored or came")
        case is EncodingError: return .unreadable("what was given")
        default: return .unreadable(String(describing: type(of: error)))
        }
    }
}

extension CareError {
    /// The same of work that waits for nothing, and that nobody can cancel.
    static func naming<Value>(_ work: () throws -> Value) throws(CareError) -> Value {
        do { return try work() } catch { throw (try? of(error)) ?? .unreadable("what was given") }
    }
}

/// Runs `work`, whose errors become a `CareError` or a `CancellationError`.
func caring<Value: Sendable>(isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value) async throws -> Value {
    do {
        return try await work()
    } catch {
        throw try CareError.of(error)
    }
}
