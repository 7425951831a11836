import Foundation

/// A resting heart rate: beats per minute at an instant, which is kept to the millisecond.
struct HeartRate: Hashable, Sendable {
    /// What is taken for a person's heart rate at all.
    static let range = 20.0...300.0

    /// Since 1970-01-01T00:00:00Z: an integer, so that equal instants are equal whatever way they came.
    var milliseconds: Int
    var bpm: Double

    init(at instant: Date, bpm: Double) {
        milliseconds = Int((instant.timeIntervalSince1970 * 1000).rounded())
        self.bpm = bpm
    }

    var at: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension HeartRate: Codable {
    enum CodingKeys: String, CodingKey { case at, bpm }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(at: try container.decode(Date.self, forKey: .at), bpm: try container.decode(Double.self, forKey: .bpm))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(at, forKey: .at)
        try container.encode(bpm, forKey: .bpm)
    }
}

/// Heart rates in sentences and averages: one decimal at most, and none when it is zero.
enum BPM {
    static func rounded(_ bpm: Double) -> Double { (bpm * 10).rounded() / 10 }

    static func text(_ bpm: Double) -> String { whole(rounded(bpm)) }

    /// Of two that are compared: as many decimals as they have where one would not tell them apart, so that none is said to be above itself.
    static func texts(_ bpm: Double, _ boundary: Double) -> (bpm: String, boundary: String) {
        if bpm == boundary || rounded(bpm) != rounded(boundary) { return (text(bpm), text(boundary)) }
        return (whole(bpm), whole(boundary))
    }

    private static func whole(_ bpm: Double) -> String { bpm == bpm.rounded() ? String(Int(bpm)) : String(bpm) }
}
