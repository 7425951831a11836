import Postgres
import TestKit
import Testing

@testable import Careline

/// Beside an extension of our own, since Citus itself could not be had: it writes down what it is asked for, and refuses what Citus says that it refuses. What Citus
/// makes of it is unproven (docs/scaling.md).
@Suite(.timeLimit(.minutes(5))) struct DistributionTests {
    private static let distribution = Distribution(
        .health, by: ["person_id": ["alerts", "monitors"], "key": ["timers"]], everywhere: ["places"], coordinator: ["schema_migrations"], leaving: ["inbox"])

    /// Meets every rule.
    private static let schema = """
        CREATE TABLE places (id uuid PRIMARY KEY);
        CREATE TABLE monitors (person_id uuid PRIMARY KEY, place uuid REFERENCES places);
        CREATE TABLE alerts (person_id uuid REFERENCES monitors, id uuid, PRIMARY KEY (person_id, id));
        CREATE TABLE timers (kind text, key text, PRIMARY KEY (kind, key));
        CREATE TABLE schema_migrations (name text PRIMARY KEY);
        CREATE TABLE inbox (id uuid PRIMARY KEY);
        """

    private static let standIn = """
        CREATE SCHEMA stand_in;
        CREATE TABLE stand_in.made (place bigint GENERATED ALWAYS AS IDENTITY, name regclass PRIMARY KEY, type text, by_column text, beside text);
        CREATE VIEW citus_tables AS SELECT name AS table_name, type AS citus_table_type, by_column AS distribution_column FROM stand_in.made;
        CREATE FUNCTION stand_in.make(name regclass, type text, by_column text, beside text) RETURNS void LANGUAGE plpgsql AS $$
        BEGIN
            IF EXISTS (SELECT FROM pg_constraint c WHERE c.contype = 'f' AND c.conrelid = make.name AND c.confrelid <> c.conrelid
                AND NOT EXISTS (SELECT FROM stand_in.made WHERE made.name = c.confrelid)) THEN
                RAISE EXCEPTION 'referenced table is not distributed yet';
            END IF;
            IF make.beside NOT IN ('none', 'default') AND NOT EXISTS (SELECT FROM stand_in.made WHERE made.name::text = make.beside) THEN
                RAISE EXCEPTION 'nothing to be beside of';
            END IF;
            INSERT INTO stand_in.made (name, type, by_column, beside) VALUES (make.name, make.type, make.by_column, make.beside);
        END $$;
        CREATE FUNCTION create_distributed_table(
            table_name regclass, distribution_column text, distribution_type text DEFAULT 'hash', colocate_with text DEFAULT 'default', shard_count int DEFAULT NULL
        ) RETURNS void LANGUAGE sql AS $$ SELECT stand_in.make(table_name, 'distributed', distribution_column, colocate_with) $$;
        CREATE FUNCTION create_reference_table(table_name regclass) RETURNS void LANGUAGE sql AS $$ SELECT stand_in.make(table_name, 'reference', NULL, NULL) $$;
        SET allow_system_table_mods = on;
        INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
            VALUES (99999, 'citus', 10, 'pg_catalog'::regnamespace, false, 'stand-in');
        RESET allow_system_table_mods;
        """

    private static func withDatabase(_ scripts: [String] = [schema, standIn], _ body: (PostgresPool, _ url: String) async throws -> Void) async throws {
        try await TestKit.withDatabase { url in
            try await TestKit.withPool(url: url, size: 1) { pool in
                try await pool.withConnection { for script in scripts { try await $0.script(script) } }
                try await body(pool, url)
            }
        }
    }

    private static func distribute(_ pool: PostgresPool) async throws -> [String] {
        try await pool.withConnection { try await Citus(distribution: distribution).distribute($0) }
    }

    private static func made(_ pool: PostgresPool) async throws -> [String] {
        try await pool.withConnection {
            try await $0.query("SELECT concat_ws(' ', name, type, by_column, beside) AS text FROM stand_in.made ORDER BY place").map { try $0["text"] }
        }
    }

    private static let whole = [
        "places reference", "monitors distributed person_id none", "alerts distributed person_id monitors", "timers distributed key none"
    ]

    @Test func tablesAreDistributedInTheOrderOfTheirForeignKeysAndOnce() async throws {
        try await Self.withDatabase { pool, _ in
            let made = try await Self.distribute(pool)
            #expect(made == ["places", "monitors", "alerts", "timers"])
            #expect(try await Self.made(pool) == Self.whole)
            #expect(try await Self.distribute(pool) == [])
            #expect(try await Self.made(pool) == Self.whole)
        }
    }

    @Test func whatWasBrokenOffGoesOn() async throws {
        try await Self.withDatabase { pool, _ in
            try await pool.withConnection { try await $0.execute("ALTER TABLE stand_in.made ADD CONSTRAINT broken CHECK (by_column <> 'key')") }
            await #expect(throws: PostgresError.self) { _ = try await Self.distribute(pool) }
            #expect(try await Self.made(pool) == Array(Self.whole.dropLast()))
            try await pool.withConnection { try await $0.execute("ALTER TABLE stand_in.made DROP CONSTRAINT broken") }
            #expect(try await Self.distribute(pool) == ["timers"])
            #expect(try await Self.made(pool) == Self.whole)
        }
    }

    @Test func withoutTheExtensionItIsRefused() async throws {
        try await Self.withDatabase([Self.schema]) { pool, _ in
            await #expect(throws: Citus.Refusal.missing) { _ = try await Self.distribute(pool) }
            #expect(Citus.Refusal.missing.description.contains("CREATE EXTENSION citus"))
        }
    }

    @Test func aSchemaThatBreaksARuleIsRefusedWhole() async throws {
        try await Self.withDatabase { pool, _ in
            try await pool.withConnection { try await $0.execute("CREATE UNIQUE INDEX alerts_id ON alerts (id)") }
            let obstacle = Obstacle(what: "alerts: alerts_id", why: "unique index (id) without person_id")
            await #expect(throws: Citus.Refusal.obstacles([obstacle])) { _ = try await Self.distribute(pool) }
            #expect(try await Self.made(pool) == [])
            #expect(Citus.Refusal.obstacles([obstacle]).description.contains("1 rule of Citus, so nothing was distributed:\n  alerts: alerts_id: unique index"))
        }
    }

    @Test func whatSomebodyHasDistributedOtherwiseIsRefused() async throws {
        try await Self.withDatabase { pool, _ in
            try await pool.withConnection { _ = try await $0.query("SELECT create_distributed_table('timers', 'kind')") }
            let refusal = Citus.Refusal.otherwise(table: "timers", found: "spread by kind", wanted: "spread by key")
            await #expect(throws: refusal) { _ = try await Self.distribute(pool) }
            #expect(try await Self.made(pool).count == 1)
        }
    }

    @Test func aServiceThatRunsIsRefused() async throws {
        try await Self.withDatabase { pool, url in
            try await TestKit.withPool(url: url + (url.contains("?") ? "&" : "?") + "application_name=care-health", size: 1) { service in
                try await service.withConnection { connection in
                    _ = try await connection.query("SELECT 1")
                    await #expect(throws: Citus.Refusal.inUse(["care-health"])) { _ = try await Self.distribute(pool) }
                }
            }
            #expect(try await Self.made(pool) == [])
        }
    }

    // MARK: The rules

    @Test(arguments: [
        ("ALTER TABLE alerts DROP CONSTRAINT alerts_pkey; ALTER TABLE alerts ADD PRIMARY KEY (id)", "alerts: alerts_pkey", "primary key (id) without person_id"),
        (
            "CREATE EXTENSION btree_gist; ALTER TABLE alerts ADD CONSTRAINT one EXCLUDE USING gist (person_id WITH <>, id WITH =)", "alerts: one",
            "exclusion constraint (id) without person_id"
        ),
        (
            "ALTER TABLE monitors ADD UNIQUE (place); ALTER TABLE alerts ADD CONSTRAINT there FOREIGN KEY (id) REFERENCES monitors (place)", "alerts: there",
            "foreign key to monitors (id=place) without the columns that both are spread by"
        ),
        (
            "ALTER TABLE places ADD CONSTRAINT whose FOREIGN KEY (id) REFERENCES monitors", "places: whose",
            "foreign key from a table on every node to monitors, which is spread"
        ),
        (
            "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'; CREATE TRIGGER t BEFORE INSERT ON alerts FOR EACH ROW EXECUTE FUNCTION f()",
            "alerts: t", "trigger on a table that is spread"
        ),
        ("CREATE TABLE news (id uuid)", "news", "nobody says by which column to spread it"),
        ("DROP TABLE timers", "timers", "no such table"),
        ("ALTER TABLE monitors RENAME person_id TO id", "monitors", "no column person_id")
    ]) func aRuleThatIsBrokenIsFound(script: String, what: String, why: String) async throws {
        try await Self.withDatabase([Self.schema, script]) { pool, _ in
            let catalogue = try await pool.withConnection { try await $0.catalogue() }
            #expect(Self.distribution.obstacles(catalogue).contains(Obstacle(what: what, why: why)))
        }
    }

    /// A table in parts is one, and what only the release before has breaks no rule.
    @Test func whatKeepsTheRulesHasNoObstacle() async throws {
        let parts = """
            DROP TABLE timers;
            CREATE TABLE timers (kind text, key text, PRIMARY KEY (kind, key)) PARTITION BY RANGE (key);
            CREATE TABLE timers_others PARTITION OF timers DEFAULT;
            CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
            CREATE TRIGGER t BEFORE INSERT ON inbox FOR EACH ROW EXECUTE FUNCTION f();
            """
        try await Self.withDatabase([Self.schema, parts]) { pool, _ in
            let catalogue = try await pool.withConnection { try await $0.catalogue() }
            #expect(Self.distribution.obstacles(catalogue) == [])
        }
    }

    @Test func aTableWithoutAColumnIsAnObstacle() {
        let distribution = Distribution(.health, by: [:], nowhere: ["outbox_pending"])
        #expect(distribution.obstacles(Catalogue(tables: ["outbox_pending": [:]])) == [Obstacle(what: "outbox_pending", why: "no column to spread it by")])
    }
}
