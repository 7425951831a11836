import Foundation

/// What has become in this run of what was given, for who still shows it as given.
final class LatelyDone<Value: Sendable>: Sendable {
    private let all = Locked<[(given: UUID, value: Value)]>([])
    private static var most: Int { 1000 }

    func note(_ given: UUID, _ value: Value) { all.withLock { $0 = $0.suffix(Self.most - 1) + [(given, value)] } }

    func find(_ given: UUID) -> Value? { all.withLock { all in all.last { $0.given == given }?.value } }
}

/// What was added, as the record that it is.
typealias StoredRecords = LatelyDone<(id: String, version: Int)>
