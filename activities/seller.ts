/** The activity of the registration of a seller (SELLER-3). */
import type { Registration, RegistrationOutcome } from '../domain/registration';
import type { EndpointRegister } from '../exchange/sellers/endpoint-register';

export interface SellerActivities {
  registerSeller(registration: Registration): Promise<RegistrationOutcome>;
}

export function createSellerActivities(register: EndpointRegister): SellerActivities {
  return { registerSeller: (registration) => register.register(registration) };
}
