import CareModels

extension Checks {
    /// What a reader of the request gives (`Request.page`, `QueryParameters.instant`); nil, and its faults beside the others, where what was sent is not valid. So a
    /// client hears of every parameter that is wrong at once, as of every field of a body. Any other refusal is thrown.
    package mutating func read<Value>(_ value: @autoclosure () throws -> Value?) throws -> Value? {
        do {
            return try value()
        } catch let misnamed as MisnamedQuery<Value> {
            take(misnamed.faults)
            return misnamed.value
        } catch {
            guard let problem = error as? Problem ?? (error as? any ProblemConvertible)?.problem, problem.type == .validation,
                let faults = Faults(problem.fields, more: problem.moreFields)
            else { throw error }
            take(faults)
            return nil
        }
    }
}
