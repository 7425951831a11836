/// Which names a time zone may be given by, wherever one is taken: area and place of the tz database, its links too (a browser in India says
/// Asia/Calcutta, a telephone there Asia/Kolkata), and UTC. Not abbreviations and offsets, which tell nothing of daylight saving (`EST`, `Etc/GMT+5`), nor
/// the names of countries and systems from before 1993 (`US/Eastern`, `Japan`), which Foundation resolves as well.
public enum TimeZoneName {
    /// What a fault says of any other.
    package static let expectation: Text = "must be an IANA time zone, such as America/Winnipeg"

    private static let known: Set<String> = {
        let places = placesByArea.flatMap { area, places in places.split(separator: " ").map { "\(area)/\($0)" } }
        return Set(places + ["UTC", "Etc/UTC"])
    }()

    /// Whether it is taken: as it is spelled in the database, and of a zone whose clock this machine can tell.
    public static func isKnown(_ name: String) -> Bool { known.contains(name) && Zone(name) != nil }
}
