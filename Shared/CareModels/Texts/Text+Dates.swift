extension LocalDate {
    /// In words: 2 July 2026, 1er juillet 2026.
    package var inWords: Text {
        let date = CivilDate(daysSince1970: daysSince1970)
        let (day, year) = (date.day, date.year)
        return switch date.month {
        case 1: "\(day) January \(year)"
        case 2: "\(day) February \(year)"
        case 3: "\(day) March \(year)"
        case 4: "\(day) April \(year)"
        case 5: "\(day) May \(year)"
        case 6: "\(day) June \(year)"
        case 7: "\(day) July \(year)"
        case 8: "\(day) August \(year)"
        case 9: "\(day) September \(year)"
        case 10: "\(day) October \(year)"
        case 11: "\(day) November \(year)"
        default: "\(day) December \(year)"
        }
    }
}
