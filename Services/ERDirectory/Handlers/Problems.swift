import CareModels
import HTTP

// How this service's refusals read to a client (RFC 9457). Each is thrown by a rule or a use case and rendered once, here.

extension Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noSuchER: Problem.notFound("There is no such emergency room.")
        case .changed(let version): Problem.changedMeanwhile(version)
        case .noSuchPosition:
            Problem(
                .startAgain, detail: "It was restored from an earlier state. Ask again without since, and replace your copy.")
        }
    }
}

extension ScheduleCondition.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .changed(let version): Problem.changedMeanwhile(version)
        case .known(let version): Problem.preconditionFailed("Hours of that date are known, at version \(version).", current: version)
        }
    }
}

extension Problem {
    fileprivate static func changedMeanwhile(_ version: Int) -> Problem {
        .preconditionFailed("It is at version \(version) now; read it again.", current: version)
    }
}

extension Request {
    /// The emergency room that the path names; what is no id names none.
    func erID() throws -> ERID {
        guard let id = ERID(try parameter("id")) else { throw Refusal.noSuchER }
        return id
    }
}
