import CareModels
import CareService
import Foundation
import Outbox
import Postgres
import Sealing

/// What the handlers, consumers and jobs need from outside.
struct Dependencies: Sendable {
    var pool: PostgresPool
    var keys: PersonKeys
    var settings = SchedulingSettings()
    var now: @Sendable () -> Date
    var newID: @Sendable () -> UUID = { .v7() }
}

/// Scheduling's migrations, oldest first.
let migrations = [
    Migration("v001_scheduling", PackageResources.v001_scheduling_sql),
    Migration("v002_open_bookings", PackageResources.v002_open_bookings_sql),
    Migration("v003_folded_names", PackageResources.v003_folded_names_sql),
    Migration("v004_search_words", PackageResources.v004_search_words_sql),
    Migration("v005_visit_zone", PackageResources.v005_visit_zone_sql),
    Migration("v006_no_show", PackageResources.v006_no_show_sql),
    Migration("v007_interval_ids", PackageResources.v007_interval_ids_sql),
    Migration("v008_sealed_texts", PackageResources.v008_sealed_texts_sql),
    Migration("v009_profiles", PackageResources.v009_profiles_sql),
    Migration("v010_verified_providers", PackageResources.v010_verified_providers_sql),
    Migration("v012_booked_by", PackageResources.v012_booked_by_sql),
    Migration("v013_organisations", PackageResources.v013_organisations_sql),
    Migration("v014_booking_organisation", PackageResources.v014_booking_organisation_sql),
    Migration("v015_no_title", PackageResources.v015_no_title_sql),
    Migration("v016_rescheduled_by", PackageResources.v016_rescheduled_by_sql),
    Migration("v017_sealed_texts_only", PackageResources.v017_sealed_texts_only_sql),
    Migration("v018_desk_of_bookings", PackageResources.v018_desk_of_bookings_sql),
    Migration("v019_appointment_changes", PackageResources.v019_appointment_changes_sql),
    Migration("v020_specialties", PackageResources.v020_specialties_sql)
]

func consumers(_ dependencies: Dependencies) -> [Consumer] { [PeopleConsumer.consumer(dependencies), OrganisationsConsumer.consumer()] }

/// The service, put together; the tests call this too.
func app(_ configuration: ServiceConfiguration, _ dependencies: Dependencies, verifier: TokenVerifier) -> ServiceApp {
    ServiceApp(
        configuration, pool: dependencies.pool, verifier: verifier, routes: routes(dependencies), consumers: consumers(dependencies),
        jobs: [
            .completePastAppointments(dependencies), .foldNames(.people), .fillZones(), .rewrapPersonKeys(dependencies.keys)
        ], masterKeys: dependencies.keys.masters, now: dependencies.now)
}

/// The service from its settings: what Main runs.
func serviceApp(_ configuration: ServiceConfiguration, _ environment: inout Environment, _ pool: PostgresPool) -> ServiceApp {
    let dependencies = Dependencies(
        pool: pool, keys: PersonKeys(MasterKeys(&environment)), settings: SchedulingSettings(&environment), now: configuration.now)
    return app(configuration, dependencies, verifier: configuration.verifier())
}
