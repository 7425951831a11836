import CareModels
import Foundation
import Outbox
import Postgres

/// What both ways in share: new heart rates are stored, the latest is judged, and an alert raised when the rule says so; under the monitor's
/// lock, and in the transaction that took it.
struct Watch: Sendable {
    let now: Date
    let newID: @Sendable () -> UUID

    enum Origin: Sendable {
        case api
        case observation(ObservationMark)
    }

    /// `replaced`: what was taken away for the one that comes; `most`: how many may be kept with these, where that is asked.
    func callAsFunction(
        _ checked: [Result<HeartRate, Faults>], from origin: Origin, replacing replaced: HeartRate? = nil, atMost most: Int? = nil, _ monitor: inout Monitor,
        _ tx: Transaction
    ) async throws -> BatchRecord {
        let known = try await tx.known(around: checked.compactMap { try? $0.get() }, of: monitor)
        let outcomes = HeartRateBatch.sort(checked, known: known.values, withdrawn: known.withdrawn, counts: known.counts, replacing: replaced)
        var batch = BatchRecord(items: outcomes)
        let recorded = batch.items.compactMap { if case .recorded(let heartRate) = $0 { heartRate } else { nil } }
        if let most, !recorded.isEmpty { try await charge(recorded.count, most, &monitor, tx) }
        if let replaced, let correction = recorded.first { monitor.state.replace(replaced, by: correction) }
        try await store(recorded, from: origin, &monitor, tx)
        if batch.items.contains(where: { $0.heartRate != nil }), let latest = monitor.state.latest {
            let findings = judge(latest, &monitor)
            if AlertRule.raises(findings), let boundary = monitor.settings.boundary {
                batch.alert = try await raise(latest, above: boundary, &monitor, tx)
            }
            let contents = EvaluationContents(heartRate: latest, boundary: monitor.settings.boundary, conditions: findings)
            let evaluation = EvaluationRecord(id: EvaluationID(newID()), evaluatedAt: now, alertId: batch.alert?.id, contents: contents)
            try await tx.insert(evaluation, of: monitor)
            batch.evaluation = evaluation
        }
        try await tx.save(monitor)
        return batch
    }

    private func charge(_ count: Int, _ most: Int, _ monitor: inout Monitor, _ tx: Transaction) async throws {
        let kept = if let known = monitor.state.kept { known } else { try await tx.sentHeartRates(of: monitor) }
        guard kept + count <= most else { throw Refusal.tooManyHeartRates(most: most, kept: kept) }
        monitor.state.kept = kept + count
    }

    private func store(_ recorded: [HeartRate], from origin: Origin, _ monitor: inout Monitor, _ tx: Transaction) async throws {
        guard let first = recorded.min(by: { $0.milliseconds < $1.milliseconds }), let last = recorded.max(by: { $0.milliseconds < $1.milliseconds })
        else { return }
        let (source, mark): (HeartRatesRecorded.Source, ObservationMark?)
        switch origin {
        case .api: (source, mark) = (.api, nil)
        case .observation(let observation): (source, mark) = (.observation, observation)
        }
        try await tx.insert(recorded, of: monitor, from: mark)
        monitor.state.take(recorded)
        monitor.heartRatesVersion += 1
        try await tx.emit(
            HeartRatesRecorded(
                patientId: monitor.personId, version: monitor.heartRatesVersion, source: source, count: recorded.count,
                firstMeasuredAt: first.at, lastMeasuredAt: last.at, recordedAt: now))
    }

    private func judge(_ latest: HeartRate, _ monitor: inout Monitor) -> [AlertRule.Finding] {
        let facts = AlertRule.Facts(
            heartRate: latest, judged: monitor.state.judged, lastAlertAt: monitor.state.lastAlertAt, settings: monitor.settings,
            zone: monitor.timeZone, now: now)
        let findings = AlertRule.judge(facts)
        if latest.milliseconds >= monitor.state.judged?.milliseconds ?? .min { monitor.state.judged = latest }
        return findings
    }

    private func raise(_ latest: HeartRate, above boundary: Double, _ monitor: inout Monitor, _ tx: Transaction) async throws -> AlertRecord {
        let alert = AlertRecord(
            id: AlertID(newID()), version: 1, raisedAt: now, contents: AlertContents(heartRate: latest, boundary: boundary))
        try await tx.insert(alert, of: monitor)
        monitor.state.lastAlertAt = now
        try await tx.emit(AlertRaised(alertId: alert.id, version: alert.version, patientId: monitor.personId, raisedAt: now))
        return alert
    }
}
