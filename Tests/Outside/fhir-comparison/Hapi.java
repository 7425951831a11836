import ca.uhn.fhir.context.FhirContext;
import ca.uhn.fhir.jpa.api.config.JpaStorageSettings;
import ca.uhn.fhir.jpa.model.entity.StorageSettings;
import ca.uhn.fhir.jpa.provider.IJpaSystemProvider;
import ca.uhn.fhir.jpa.search.DatabaseBackedPagingProvider;
import ca.uhn.fhir.jpa.test.config.TestDstu3Config;
import ca.uhn.fhir.jpa.test.config.TestR4Config;
import ca.uhn.fhir.rest.server.RestfulServer;
import ca.uhn.fhir.rest.server.provider.ResourceProviderFactory;
import java.net.InetSocketAddress;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** {@code Hapi r4|stu3 PORT}: HAPI's JPA server with a database in memory, at http://127.0.0.1:PORT/fhir. */
public class Hapi {
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[1]);
    var context = new AnnotationConfigApplicationContext();
    context.register(arguments[0].equals("r4") ? TestR4Config.class : TestDstu3Config.class);
    context.refresh();
    settle(context.getBean(JpaStorageSettings.class), "http://127.0.0.1:" + port + "/fhir");
    var paging = context.getBean(DatabaseBackedPagingProvider.class);
    paging.setDefaultPageSize(100);
    paging.setMaximumPageSize(1000);
    var fhir = new RestfulServer(context.getBean(FhirContext.class));
    fhir.registerProviders(context.getBean(ResourceProviderFactory.class).createProviders());
    fhir.registerProvider(context.getBean(IJpaSystemProvider.class));
    fhir.setPagingProvider(paging);
    var handler = new ServletContextHandler("/");
    handler.addServlet(new ServletHolder(fhir), "/fhir/*");
    var server = new Server(new InetSocketAddress("127.0.0.1", port));
    server.setHandler(handler);
    server.start();
  }

  /** Ids as they come, references to what is not there, and all that it can index and does not by itself. */
  private static void settle(JpaStorageSettings settings, String base) {
    settings.setResourceClientIdStrategy(JpaStorageSettings.ClientIdStrategyEnum.ANY);
    settings.setResourceServerIdStrategy(JpaStorageSettings.IdStrategyEnum.UUID);
    settings.setAutoCreatePlaceholderReferenceTargets(true);
    settings.setEnforceReferentialIntegrityOnWrite(false);
    settings.setAllowExternalReferences(true);
    settings.setTreatBaseUrlsAsLocal(Set.of(base));
    settings.setIndexMissingFields(StorageSettings.IndexEnabledEnum.ENABLED);
    settings.setIndexIdentifierOfType(true);
    settings.setAllowContainsSearches(true);
    settings.setReuseCachedSearchResultsForMillis(null);
    settings.setFetchSizeDefaultMaximum(100_000);
    settings.setMaximumIncludesToLoadPerPage(100_000);
  }
}
