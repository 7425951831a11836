/// A language that texts are written in.
public enum Language: String, CaseIterable, Codable, Sendable {
    case english = "en"
    case french = "fr"

    /// As `Content-Language` and HTML's `lang` spell it (BCP 47).
    public var tag: String { rawValue }

    /// `number` with the decimal sign of the language.
    func decimal(_ number: String) -> String {
        switch self {
        case .english: number
        case .french: number.replacing(".", with: ",")
        }
    }

    /// Which of two forms goes with a number: in French nothing at all is still one.
    func isOne(_ number: Int) -> Bool {
        switch self {
        case .english: number == 1
        case .french: number == 0 || number == 1
        }
    }
}
