import CareModels
import Foundation
import JSON
import Testing

@testable import HealthMonitorService

@Suite struct SmallRulesTests {
    @Test(arguments: [(72.0, "72"), (72.5, "72.5"), (72.04, "72"), (72.25, "72.3"), (100.0, "100")]) func bpmInSentences(_ bpm: Double, _ text: String) {
        #expect(BPM.text(bpm) == text)
    }

    struct Compared: Sendable {
        var bpm: Double
        var boundary: Double
        var texts: [String]
    }

    static let compared = [
        Compared(bpm: 80.5, boundary: 75, texts: ["80.5", "75"]), Compared(bpm: 80.04, boundary: 75, texts: ["80", "75"]),
        Compared(bpm: 80.04, boundary: 80, texts: ["80.04", "80"]), Compared(bpm: 79.98, boundary: 80, texts: ["79.98", "80"]),
        Compared(bpm: 80.04, boundary: 80.04, texts: ["80", "80"]), Compared(bpm: 80.12, boundary: 80.11, texts: ["80.12", "80.11"])
    ]

    /// Nobody is told that 80 is above 80.
    @Test(arguments: compared) func twoThatAreComparedAreToldApart(_ row: Compared) throws {
        let texts = BPM.texts(row.bpm, row.boundary)
        #expect([texts.bpm, texts.boundary] == row.texts)
        let contents = AlertContents(heartRate: try heartRate("2026-07-02T19:58:00Z", row.bpm), boundary: row.boundary)
        #expect(contents.text.description.contains("is \(row.texts[0]) bpm, above your boundary \(row.texts[1]) bpm."))
        let finding = AlertRule.Finding(
            .isAboveBoundary, passed: row.bpm > row.boundary, AlertRule.Values(bpm: row.bpm, boundary: row.boundary))
        let relation = row.bpm > row.boundary ? "above" : "not above"
        #expect(finding.explanation == "\(row.texts[0]) bpm is \(relation) the boundary of \(row.texts[1]) bpm.")
    }

    /// The instant keeps its identity through JSON and PostgreSQL's clock.
    @Test func heartRatesEqualThemselvesAfterJSON() throws {
        for millisecond in 0..<1000 {
            let heartRate = HeartRate(at: Date(timeIntervalSince1970: 1_782_000_000 + Double(millisecond) / 1000), bpm: 71.3)
            #expect(try CareJSON.decode(HeartRate.self, from: CareJSON.encode(heartRate)) == heartRate)
        }
    }

    /// What a release after this one has asked of a heart rate beside it is passed over, and the rest of the evaluation is read.
    @Test func aLaterReleasesConditionIsPassedOver() throws {
        let finding = AlertRule.Finding(.boundaryIsSet, passed: true, AlertRule.Values())
        let contents = EvaluationContents(heartRate: HeartRate(at: Date(timeIntervalSince1970: 1_782_000_000), bpm: 71), boundary: 70, conditions: [finding])
        let written = String(decoding: try CareJSON.encode(contents), as: UTF8.self)
        let later = written.replacing(#""conditions":["#, with: #""conditions":[{"condition":"is-at-rest","passed":false,"explanation":"x"},"#)
        #expect(later != written)
        #expect(try CareJSON.decode(EvaluationContents.self, from: Data(later.utf8)) == contents)
    }

    // MARK: Settings

    private func settings(_ json: String) throws -> MonitorSettings {
        try CareJSON.decode(SettingsChange.self, from: Data(json.utf8)).settings()
    }

    @Test func absentSettingsTakeTheirDefaults() throws {
        let defaults = try settings("{}")
        #expect(defaults == MonitorSettings())
        #expect(defaults.boundary == nil && defaults.isDynamic && defaults.gap == 3 && defaults.minimumIntervalMinutes == 10)
        #expect(defaults.windowStart.description == "14:00" && defaults.windowEnd.description == "20:00")
    }

    @Test func everySettingIsRead() throws {
        let read = try settings(
            """
            {"boundary": 71.5, "dynamic": true, "gap": 4, "window": {"start": "08:30", "end": "24:00"}, "minimumIntervalMinutes": 30,
             "timeZone": "America/Winnipeg"}
            """)
        #expect(read.boundary == 71.5 && read.isDynamic && read.gap == 4 && read.minimumIntervalMinutes == 30)
        #expect(read.windowStart.minutes == 510 && read.windowEnd.minutes == 1440 && read.timeZone == "America/Winnipeg")
        #expect(try CareJSON.decode(MonitorSettings.self, from: CareJSON.encode(read)) == read)
    }

    struct Faulty: Sendable {
        var json: String
        var fields: [String]
    }

    static let faulty = [
        Faulty(json: #"{"boundary": -1}"#, fields: ["boundary"]), Faulty(json: #"{"boundary": 250.5}"#, fields: ["boundary"]),
        Faulty(json: #"{"gap": 0.5}"#, fields: ["gap"]), Faulty(json: #"{"gap": 21}"#, fields: ["gap"]),
        Faulty(json: #"{"minimumIntervalMinutes": 0}"#, fields: ["minimumIntervalMinutes"]),
        Faulty(json: #"{"minimumIntervalMinutes": 1441}"#, fields: ["minimumIntervalMinutes"]),
        Faulty(json: #"{"window": {"start": "20:00", "end": "14:00"}}"#, fields: ["window.end"]),
        Faulty(json: #"{"window": {"start": "14:00", "end": "14:00"}}"#, fields: ["window.end"]),
        Faulty(json: #"{"window": {"start": "2pm", "end": "25:00"}}"#, fields: ["window.start", "window.end"]),
        Faulty(json: #"{"timeZone": "Winnipeg"}"#, fields: ["timeZone"]), Faulty(json: #"{"timeZone": ""}"#, fields: ["timeZone"]),
        Faulty(json: #"{"boundary": 300, "gap": 0, "minimumIntervalMinutes": 0, "timeZone": "X"}"#, fields: ["boundary", "gap", "minimumIntervalMinutes", "timeZone"])
    ]

    @Test(arguments: faulty) func everyFaultIsNamed(_ row: Faulty) throws {
        do {
            _ = try settings(row.json)
            Issue.record("it was accepted")
        } catch let faults as Faults {
            #expect(faults.all.map(\.field) == row.fields)
        }
    }

    // MARK: Observations

    private func observation(system: String = "http://loinc.org", code: String = "40443-4", value: Double = 72, unit: String? = "/min") throws
        -> Result<HeartRate, RestingHeartRate.Refusal>
    {
        let event = ObservationRecorded(
            observationId: RecordID(.v7()), version: 1, userId: UserID(.v7()), recordVersion: 1, system: system, code: code, value: value,
            unit: unit, effectiveAt: try instant("2026-07-02T10:00:00Z"))
        return RestingHeartRate.read(ObservedHeartRate(event), now: try instant("2026-07-02T12:00:00Z"))
    }

    /// Of a period it is known at the end.
    @Test func aSealedOneIsReadAtTheEndOfItsPeriod() throws {
        func read(_ code: String, _ amount: MeasuredAmount?) throws -> Result<HeartRate, RestingHeartRate.Refusal> {
            let event = ObservationMeasured(
                observationId: RecordID(.v7()), version: 1, userId: UserID(.v7()), recordVersion: 1, system: ObservedCode.system, code: code,
                effectiveAt: try instant("2026-07-02T09:00:00Z"), effectiveUntil: try instant("2026-07-02T10:00:00Z"), sealed: "")
            return RestingHeartRate.read(ObservedHeartRate(event, amount), now: try instant("2026-07-02T12:00:00Z"))
        }
        #expect(try read("40443-4", MeasuredAmount(value: 72, unit: "/min")) == .success(try heartRate("2026-07-02T10:00:00Z", 72)))
        #expect(try read("40443-4", MeasuredAmount(value: 72, unit: "%")) == .failure(.otherUnit))
        #expect(try read("40443-4", nil) == .failure(.notPlausible))
        #expect(try read("8867-4", nil) == .failure(.otherCode))
    }

    @Test func onlyRestingHeartRatesAreRead() throws {
        #expect(try observation() == .success(try heartRate("2026-07-02T10:00:00Z", 72)))
        #expect(try observation(unit: nil) == .success(try heartRate("2026-07-02T10:00:00Z", 72)))
        #expect(try observation(code: "8867-4") == .failure(.otherCode))
        #expect(try observation(system: "urn:other") == .failure(.otherCode))
        #expect(try observation(unit: "/s") == .failure(.otherUnit))
        #expect(try observation(value: 1200) == .failure(.notPlausible))
    }
}
