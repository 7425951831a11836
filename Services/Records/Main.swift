import CareService

@main
struct Main {
    static func main() async {
        await ServiceMain.run("records", migrations: migrations, app: serviceApp)
    }
}
