import CareModels
import HTTP

// How this service's refusals read to a client (RFC 9457).

extension Problem {
    static var noSuchER: Problem { .notFound("emergency room") }

    static func changedMeanwhile(_ version: Int) -> Problem {
        .preconditionFailed("It is at version \(version) now; read it again.")
    }
}

extension Request {
    /// The emergency room that the path names; what is no id names none.
    func erID() throws -> ERID {
        guard let id = ERID(try parameter("id")) else { throw Problem.noSuchER }
        return id
    }
}
