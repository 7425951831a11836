/// A language that texts are written in.
public enum Language: String, CaseIterable, Codable, Sendable {
    case english = "en"
    case french = "fr"

    /// As `Content-Language` and HTML's `lang` spell it (BCP 47).
    public var tag: String { rawValue }

    /// Which of two forms goes with a number: in French nothing at all is still one.
    func isOne(_ number: Int) -> Bool {
        switch self {
        case .english: number == 1
        case .french: number == 0 || number == 1
        }
    }
}
