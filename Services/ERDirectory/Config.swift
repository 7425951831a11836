import CareService

/// The directory's own settings.
struct ERDirectorySettings: Sendable {
    /// What one editor, person or machine, enters and changes, at once and a minute, of each replica; a piece of an imported list is one: `CARE_ERS_CHANGES_A_MINUTE`.
    var changesPerMinute = 1200
    /// How long an answer counts as fresh: `CARE_ERS_MAX_AGE`.
    var maxAge: Duration = .seconds(60)
    /// How long an old answer is better than none: `CARE_ERS_STALE_IF_ERROR`.
    var staleIfError: Duration = .seconds(86_400)
    /// How far open ones are looked for beyond the nearest ones: `CARE_ERS_SEARCH_KM`.
    var searchKilometres = 250
    /// How many of the nearest are looked at, whatever their hours, at least twice as many as are asked for: `CARE_ERS_SEARCH_NEAREST`.
    var searchNearest = 30
    /// Where directions are to be had; `{latitude}` and `{longitude}` are filled in: `CARE_ERS_DIRECTIONS`.
    var directions = DirectionsTemplate(Self.usualDirections)

    private static let usualDirections = "https://www.google.com/maps/dir/?api=1&destination={latitude},{longitude}"

    init() {}

    init(_ environment: inout Environment) {
        let defaults = ERDirectorySettings()
        changesPerMinute = environment.int("CARE_ERS_CHANGES_A_MINUTE", default: defaults.changesPerMinute, in: 1...1_000_000)
        maxAge = environment.duration("CARE_ERS_MAX_AGE", default: defaults.maxAge)
        staleIfError = environment.duration("CARE_ERS_STALE_IF_ERROR", default: defaults.staleIfError)
        searchKilometres = environment.int("CARE_ERS_SEARCH_KM", default: defaults.searchKilometres, in: 1...20_000)
        searchNearest = environment.int("CARE_ERS_SEARCH_NEAREST", default: defaults.searchNearest, in: 1...1000)
        directions = DirectionsTemplate(environment.string("CARE_ERS_DIRECTIONS", default: Self.usualDirections))
        if !directions.isWhole { environment.fail("CARE_ERS_DIRECTIONS", "must hold {latitude} and {longitude}") }
    }
}
